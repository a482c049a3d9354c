import { useTranslation } from '@zabuni/i18n'
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from './button.tsx'

/** One named figure of a chart. */
export type Datum = {
  label: string
  value: number
  to?: string | null | undefined
  /** Under a column, where the label is too long; a line each. */
  ticks?: readonly string[]
}
/** One bar of parts; each part may lead to the list behind it. */
export type StackDatum = {
  label: string
  values: readonly number[]
  to?: readonly (string | null | undefined)[]
}
type Common = {
  title: string
  /** Figures beside bars: short. */
  format?: (value: number) => string
  /** Figures of the table: in full; as in the chart without it. */
  exact?: (value: number) => string
}
type Cell = { text: string; to?: string | null | undefined }

const WIDTH = 480
const WIDEST = 720
const ROW = 28
const NARROW = 400
const FIGURES = 84
// As many units as there are pixels: letters keep their size on a phone.
const useWidth = () => {
  const [width, setWidth] = useState(WIDTH)
  const watch = useCallback((svg: SVGSVGElement) => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry?.contentRect.width) setWidth(Math.min(WIDEST, entry.contentRect.width))
    })
    observer.observe(svg)
    return () => observer.disconnect()
  }, [])
  return { width, watch }
}
const color = (i: number) => `var(--color-chart-${(i % 5) + 1})`

const Frame = ({
  title,
  heads,
  rows,
  children,
}: {
  title: string
  heads: readonly string[]
  rows: readonly { label: string; cells: readonly Cell[] }[]
  children: ReactNode
}) => {
  const { t } = useTranslation(['common', 'console'])
  const [table, setTable] = useState(false)
  const id = useId()
  return (
    <figure aria-labelledby={id} className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <figcaption id={id} className="text-base font-semibold">
          {title}
        </figcaption>
        <Button
          size="sm"
          look="ghost"
          className="-mr-2"
          aria-pressed={table}
          onClick={() => setTable(!table)}
        >
          {table ? t('console:chart.asChart') : t('console:chart.asTable')}
        </Button>
      </div>
      {table ? (
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-2">
              {heads.map((head, i) => (
                <th
                  key={head}
                  scope="col"
                  className={i ? 'py-1.5 text-right font-medium' : 'py-1.5 font-medium'}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cells }) => (
              <tr key={label} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {label}
                </th>
                {cells.map(({ text, to }, i) => (
                  <td key={heads[i + 1]} className="tabular py-1.5 text-right">
                    {to ? (
                      <Link to={to} className="text-brand hover:underline">
                        {text}
                      </Link>
                    ) : (
                      text
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        children
      )}
    </figure>
  )
}

// The table is the way of the keyboard and of voices; in the picture a bar is a shortcut for the pointer.
const Shortcut = ({ to, children }: { to: string | null | undefined; children: ReactNode }) =>
  to ? (
    <Link to={to} tabIndex={-1} className="hover:opacity-80">
      {children}
    </Link>
  ) : (
    children
  )

/** Parts side by side in one bar for each line, all to one scale from zero. */
export const StackedBarChart = ({
  title,
  series,
  data,
  colors,
  format = String,
  exact = format,
}: Common & {
  series: readonly string[]
  data: readonly StackDatum[]
  /** Which of the chart colours (1 to 5) each part has; in order without it. */
  colors?: readonly number[]
}) => {
  const { t } = useTranslation(['common', 'console'])
  const { width, watch } = useWidth()
  const narrow = width < NARROW
  const wide = width > WIDTH
  const labels = narrow ? 112 : wide ? 190 : 140
  const figures = narrow ? 52 : FIGURES
  const letters = narrow ? 16 : wide ? 28 : 20
  const fill = (i: number) => color(colors ? (colors[i] ?? 1) - 1 : i)
  const sum = (d: StackDatum) => d.values.reduce((a, b) => a + b, 0)
  const y = scaleBand(
    data.map((d) => d.label),
    [0, data.length * ROW],
  ).padding(0.3)
  const x = scaleLinear([0, Math.max(1, ...data.map(sum))], [0, width - labels - figures])
  return (
    <Frame
      title={title}
      heads={[t('console:chart.item'), ...series]}
      rows={data.map((d) => ({
        label: d.label,
        cells: d.values.map((value, i) => ({ text: exact(value), to: value ? d.to?.[i] : '' })),
      }))}
    >
      <svg
        ref={watch}
        viewBox={`0 0 ${width} ${data.length * ROW}`}
        aria-hidden="true"
        className="w-full max-w-[45rem]"
      >
        {data.map((d) => {
          let from = 0
          return (
            <g key={d.label} transform={`translate(0 ${y(d.label)})`} fontSize="12">
              <text y={y.bandwidth() / 2} dy="0.35em" fill="var(--color-ink-2)">
                {d.label.length > letters ? `${d.label.slice(0, letters - 1)}…` : d.label}
              </text>
              {d.values.map((value, i) => {
                const left = from
                from += value
                return (
                  <Shortcut key={series[i]} to={d.to?.[i]}>
                    <rect
                      x={labels + x(left)}
                      width={Math.max(0, x(value) - (i < d.values.length - 1 ? 1 : 0))}
                      height={y.bandwidth()}
                      rx="2"
                      fill={fill(i)}
                    />
                  </Shortcut>
                )
              })}
              <text
                x={labels + x(from) + 6}
                y={y.bandwidth() / 2}
                dy="0.35em"
                fill="var(--color-ink)"
                className="tabular"
              >
                {format(from)}
              </text>
            </g>
          )
        })}
      </svg>
      {series.length > 1 ? (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
          {series.map((name, i) => (
            <li key={name} className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className="size-2.5 rounded-xs"
                style={{ background: fill(i) }}
              />
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </Frame>
  )
}

/** One figure a line, as bars from zero. */
export const BarChart = ({ data, ...rest }: Common & { data: readonly Datum[] }) => {
  const { t } = useTranslation(['common', 'console'])
  return (
    <StackedBarChart
      {...rest}
      series={[t('console:chart.value')]}
      data={data.map((d) => ({ label: d.label, values: [d.value], to: [d.to] }))}
    />
  )
}

/** How a figure moved, in the height of a line of text. */
export const Sparkline = ({
  title,
  data,
  format = String,
  exact = format,
}: Common & { data: readonly Datum[] }) => {
  const { t } = useTranslation(['common', 'console'])
  const values = data.map((d) => d.value)
  const x = scalePoint(
    data.map((d) => d.label),
    [4, WIDTH - 4],
  )
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [60, 6])
  const path = line<Datum>(
    (d) => x(d.label) ?? 0,
    (d) => y(d.value),
  )(data as Datum[])
  const last = data.at(-1)
  return (
    <Frame
      title={title}
      heads={[t('console:chart.item'), t('console:chart.value')]}
      rows={data.map((d) => ({ label: d.label, cells: [{ text: exact(d.value), to: d.to }] }))}
    >
      <svg viewBox={`0 0 ${WIDTH} 66`} aria-hidden="true" className="w-full max-w-lg">
        <path
          d={path ?? ''}
          fill="none"
          stroke="var(--color-chart-1)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        {last ? (
          <circle cx={x(last.label)} cy={y(last.value)} r="3.5" fill="var(--color-chart-1)" />
        ) : null}
      </svg>
    </Frame>
  )
}

const TALL = 150
const FOOT = 30
const HEAD = 16

/** A figure for each step of time, as columns from zero. */
export const ColumnChart = ({
  title,
  data,
  format = String,
  exact = format,
}: Common & { data: readonly Datum[] }) => {
  const { t } = useTranslation(['common', 'console'])
  const { width, watch } = useWidth()
  const x = scaleBand(
    data.map((d) => d.label),
    [0, width],
  ).padding(0.25)
  const y = scaleLinear([0, Math.max(1, ...data.map((d) => d.value))], [0, TALL])
  return (
    <Frame
      title={title}
      heads={[t('console:chart.item'), t('console:chart.value')]}
      rows={data.map((d) => ({
        label: d.label,
        cells: [{ text: exact(d.value), to: d.value ? d.to : '' }],
      }))}
    >
      <svg
        ref={watch}
        viewBox={`0 0 ${width} ${HEAD + TALL + FOOT}`}
        aria-hidden="true"
        fontSize="10"
        textAnchor="middle"
        className="w-full"
      >
        <path d={`M0 ${HEAD + TALL + 0.5}H${width}`} stroke="var(--color-line-strong)" />
        {data.map((d) => {
          const middle = (x(d.label) ?? 0) + x.bandwidth() / 2
          return (
            <g key={d.label}>
              {d.value ? (
                <Shortcut to={d.to}>
                  <rect
                    x={x(d.label)}
                    y={HEAD + TALL - y(d.value)}
                    width={x.bandwidth()}
                    height={y(d.value)}
                    rx="2"
                    fill={color(0)}
                  />
                  <text
                    x={middle}
                    y={HEAD + TALL - y(d.value) - 4}
                    fill="var(--color-ink)"
                    className="tabular"
                  >
                    {format(d.value)}
                  </text>
                </Shortcut>
              ) : null}
              {(d.ticks ?? [d.label]).map((tick, i) => (
                <text key={tick} x={middle} y={HEAD + TALL + 13 + i * 12} fill="var(--color-ink-2)">
                  {tick}
                </text>
              ))}
            </g>
          )
        })}
      </svg>
    </Frame>
  )
}
