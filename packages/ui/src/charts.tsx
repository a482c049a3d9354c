import { useTranslation } from '@zabuni/i18n'
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'

/** One named figure of a chart. */
export type Datum = { label: string; value: number }
/** One bar of parts. */
export type StackDatum = { label: string; values: readonly number[] }
type Common = { title: string; format?: (value: number) => string }

const WIDTH = 480
const ROW = 28
const LABELS = 140
const FIGURES = 84
const color = (i: number) => `var(--color-chart-${(i % 5) + 1})`

const Frame = ({
  title,
  heads,
  rows,
  children,
}: {
  title: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  children: ReactNode
}) => {
  const { t } = useTranslation()
  const [table, setTable] = useState(false)
  const id = useId()
  return (
    <figure aria-labelledby={id} className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <figcaption id={id} className="text-sm font-medium">
          {title}
        </figcaption>
        <Button size="sm" look="ghost" aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? t('chart.asChart') : t('chart.asTable')}
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
            {rows.map(([label, ...values]) => (
              <tr key={label} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {label}
                </th>
                {values.map((value, i) => (
                  <td key={heads[i + 1]} className="tabular py-1.5 text-right">
                    {value}
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

/** Parts side by side in one bar for each line, all to one scale from zero. */
export const StackedBarChart = ({
  title,
  series,
  data,
  format = String,
}: Common & { series: readonly string[]; data: readonly StackDatum[] }) => {
  const { t } = useTranslation()
  const sum = (d: StackDatum) => d.values.reduce((a, b) => a + b, 0)
  const y = scaleBand(
    data.map((d) => d.label),
    [0, data.length * ROW],
  ).padding(0.3)
  const x = scaleLinear([0, Math.max(1, ...data.map(sum))], [0, WIDTH - LABELS - FIGURES])
  return (
    <Frame
      title={title}
      heads={[t('chart.item'), ...series]}
      rows={data.map((d) => [d.label, ...d.values.map(format)])}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${data.length * ROW}`}
        aria-hidden="true"
        className="w-full max-w-lg"
      >
        {data.map((d) => {
          let from = 0
          return (
            <g key={d.label} transform={`translate(0 ${y(d.label)})`} fontSize="12">
              <text y={y.bandwidth() / 2} dy="0.35em" fill="var(--color-ink-2)">
                {d.label.length > 20 ? `${d.label.slice(0, 19)}…` : d.label}
              </text>
              {d.values.map((value, i) => {
                const left = from
                from += value
                return (
                  <rect
                    key={series[i]}
                    x={LABELS + x(left)}
                    width={Math.max(0, x(value) - (i < d.values.length - 1 ? 1 : 0))}
                    height={y.bandwidth()}
                    rx="2"
                    fill={color(i)}
                  />
                )
              })}
              <text
                x={LABELS + x(from) + 6}
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
                style={{ background: color(i) }}
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
  const { t } = useTranslation()
  return (
    <StackedBarChart
      {...rest}
      series={[t('chart.value')]}
      data={data.map((d) => ({ label: d.label, values: [d.value] }))}
    />
  )
}

/** How a figure moved, in the height of a line of text. */
export const Sparkline = ({
  title,
  data,
  format = String,
}: Common & { data: readonly Datum[] }) => {
  const { t } = useTranslation()
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
      heads={[t('chart.item'), t('chart.value')]}
      rows={data.map((d) => [d.label, format(d.value)])}
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
