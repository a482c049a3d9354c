import { dayText } from '@zabuni/i18n/format'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useCallback, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.tsx'
import { countOf, dayOf, type Edge, isMonday, movedBy, weekday } from './days.ts'
import { ScrollRegion } from './scroll-region.tsx'

/** A bar of a plan. Days are written 2026-11-21, both included. */
export type GanttBar = {
  key: string
  label: string
  /** A fixed one has its day from elsewhere: nobody moves it. */
  kind: 'task' | 'milestone' | 'fixed'
  start: string
  end: string
  /** The days that were approved, drawn beneath. */
  planned?: readonly [from: string, to: string] | undefined
  /** Per cent. */
  progress?: number
  late?: boolean
  /** When it is late the whole ends later. */
  critical?: boolean
  /** The keys of what it waits for. */
  after?: readonly string[]
}
/** The words of the picture. */
export type GanttWords = Readonly<
  Record<
    | 'task'
    | 'milestone'
    | 'fixed'
    | 'planned'
    | 'critical'
    | 'late'
    | 'today'
    | 'wider'
    | 'narrower'
    | 'keys',
    string
  >
>

const ROW = 32
const HEAD = 36
const BAR = 14
const MARGIN = 3
const WIDEST = 32
// What is drawn around the bars says nothing that the bars do not.
const UNSAID = { 'aria-hidden': true } as const
const spanText = (from: string, to: string) =>
  from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`

const Diamond = ({ x, y, fill }: { x: number; y: number; fill: string }) => (
  <path d={`M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z`} fill={fill} />
)

/**
 * A plan as bars over days, beside what was approved. What can be moved moves by pointer and by arrow keys; the
 * table that every screen has with it is the way of voices and of everything else.
 */
export const Gantt = ({
  title,
  bars,
  today,
  week,
  words,
  onMove,
}: {
  title: string
  bars: readonly GanttBar[]
  today: string
  /** Days on which work is done, Monday is 1. */
  week: readonly number[]
  words: GanttWords
  /** Without it the picture is to be looked at alone. */
  onMove?: ((key: string, days: { start: string; end: string }) => void) | undefined
}) => {
  const [room, setRoom] = useState(640)
  const [zoom, setZoom] = useState(1)
  const [at, setAt] = useState(0)
  const [drag, setDrag] = useState<{ key: string; edge: Edge; days: number }>()
  const grip = useRef<{ x: number; edge: Edge }>(undefined)
  const hatch = useId()
  const watch = useCallback((box: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry?.contentRect.width) setRoom(entry.contentRect.width)
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  const shown = bars.map((bar) =>
    drag?.key === bar.key ? { ...bar, ...movedBy(bar, drag.edge, drag.days) } : bar,
  )
  const edges = bars.flatMap((b) => [b.start, b.end, ...(b.planned ?? [])].map(countOf))
  const first = Math.min(...edges, countOf(today)) - MARGIN
  const wide = room >= 560
  const names = wide ? 208 : 112
  // A short plan has days beyond its end, so that it fills its place.
  const last = Math.max(
    Math.max(...edges, countOf(today)) + MARGIN,
    first + Math.floor((room - names) / WIDEST) - 1,
  )
  const step = Math.min(WIDEST, Math.max(1.2, ((room - names) / (last - first + 1)) * zoom))
  const width = (last - first + 1) * step
  const height = HEAD + bars.length * ROW
  const x = scaleLinear([first, last + 1], [0, width])
  const middle = (i: number) => HEAD + i * ROW + ROW / 2
  const days = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const rows = new Map(shown.map((b, i) => [b.key, i]))
  const links = shown.flatMap((bar, i) =>
    (bar.after ?? []).flatMap((key) => {
      const p = rows.get(key)
      const before = p === undefined ? undefined : shown[p]
      if (!before || p === undefined) return []
      const [from, to] = [x(countOf(before.end) + 1), x(countOf(bar.start))]
      const [y1, y2] = [middle(p), middle(i)]
      const turn = y2 > y1 ? y2 - ROW / 2 : y2 + ROW / 2
      const points: [number, number][] = [
        [from, y1],
        [from + 5, y1],
        [from + 5, turn],
        [to - 5, turn],
        [to - 5, y2],
        [to, y2],
      ]
      return [{ key: `${key} ${bar.key}`, path: line()(points) ?? '', critical: bar.critical }]
    }),
  )
  const move = (bar: GanttBar, edge: Edge, by: number) => {
    if (by && bar.kind !== 'fixed')
      onMove?.(bar.key, movedBy(bar, bar.kind === 'milestone' ? 'all' : edge, by))
  }
  const onKey = (e: KeyboardEvent<SVGGElement>, i: number) => {
    const bar = bars[i]
    const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key]
    const to = { ArrowUp: i - 1, ArrowDown: i + 1, Home: 0, End: bars.length - 1 }[e.key]
    if (!bar || (by === undefined && to === undefined)) return
    e.preventDefault()
    if (by) move(bar, e.shiftKey ? 'end' : 'all', by)
    if (to !== undefined && bars[to]) {
      setAt(to)
      e.currentTarget.parentElement
        ?.querySelector<SVGGElement>(`[data-row="${to}"]`)
        ?.focus({ preventScroll: false })
    }
  }
  const onDown = (e: PointerEvent<SVGElement>, bar: GanttBar, edge: Edge) => {
    if (!onMove || bar.kind === 'fixed' || e.button) return
    e.currentTarget.setPointerCapture(e.pointerId)
    grip.current = { x: e.clientX, edge }
    setDrag({ key: bar.key, edge, days: 0 })
  }
  const onDrag = (e: PointerEvent<SVGElement>) => {
    const held = grip.current
    if (held) setDrag((was) => was && { ...was, days: Math.round((e.clientX - held.x) / step) })
  }
  const onUp = (bar: GanttBar) => {
    if (drag && grip.current) move(bar, drag.edge, drag.days)
    grip.current = undefined
    setDrag(undefined)
  }
  const dropped = () => {
    grip.current = undefined
    setDrag(undefined)
  }
  const colorOf = (bar: GanttBar) =>
    bar.kind === 'fixed'
      ? 'var(--color-ink-2)'
      : bar.late
        ? 'var(--color-bad)'
        : bar.critical
          ? 'var(--color-chart-4)'
          : 'var(--color-chart-1)'
  const held = drag && shown.find((b) => b.key === drag.key)
  return (
    <figure aria-label={title} className="grid grid-cols-1 gap-2" ref={watch}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ul className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-ink-2" aria-hidden="true">
          <Key word={words.task} fill="var(--color-chart-1)" />
          <Key word={words.critical} fill="var(--color-chart-4)" />
          <Key word={words.late} fill="var(--color-bad)" />
          <Key word={words.milestone} fill="var(--color-chart-1)" turned />
          <Key word={words.fixed} fill="var(--color-ink-2)" turned />
          {bars.some((b) => b.planned) ? (
            <Key word={words.planned} fill="var(--color-control)" low />
          ) : null}
          <Key word={words.today} fill="var(--color-brand)" thin />
        </ul>
        <span className="flex gap-1">
          <Button size="sm" look="ghost" disabled={zoom <= 1} onClick={() => setZoom(zoom / 2)}>
            {words.narrower}
          </Button>
          <Button
            size="sm"
            look="ghost"
            disabled={step >= WIDEST}
            onClick={() => setZoom(zoom * 2)}
          >
            {words.wider}
          </Button>
        </span>
      </div>
      <div className="flex rounded-md border border-line">
        <ul
          aria-hidden="true"
          className="shrink-0 border-r border-line text-xs"
          style={{ width: names, paddingTop: HEAD }}
        >
          {bars.map((bar) => (
            <li
              key={bar.key}
              title={bar.label}
              className="flex items-center border-t border-line px-2"
              style={{ height: ROW }}
            >
              <span className="truncate">{bar.label}</span>
            </li>
          ))}
        </ul>
        <ScrollRegion label={title} className="min-w-0 flex-1">
          <svg
            width={width}
            height={height}
            fontSize="10"
            {...(onMove ? { role: 'group', 'aria-label': title } : { 'aria-hidden': true })}
            className="block"
          >
            <defs>
              <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse">
                <path d="M0 5L5 0" stroke="var(--color-surface)" strokeWidth="1.2" opacity="0.6" />
              </pattern>
            </defs>
            <g {...UNSAID}>
              {step >= 5
                ? days
                    .filter((d) => !week.includes(weekday(d)))
                    .map((d) => (
                      <rect
                        key={d}
                        x={x(d)}
                        y={HEAD}
                        width={step}
                        height={height - HEAD}
                        fill="var(--color-sunken)"
                      />
                    ))
                : null}
              {days.map((d, i) => {
                const text = dayOf(d)
                const month = i === 0 || text.endsWith('-01')
                const mark = step >= 16 || (step >= 4 && isMonday(d))
                return month || mark ? (
                  <g key={d}>
                    {month && (i > 0 || Number(text.slice(8)) < 24) ? (
                      <text x={x(d) + 3} y={13} fill="var(--color-ink-2)" className="tabular">
                        {step * 28 > 40 || text.slice(5, 7) === '01' ? dayText(text).slice(3) : ''}
                      </text>
                    ) : null}
                    {mark ? (
                      <text x={x(d) + 3} y={29} fill="var(--color-ink-3)" className="tabular">
                        {text.slice(8)}
                      </text>
                    ) : null}
                    <path
                      d={`M${x(d)} ${month ? 0 : HEAD}V${height}`}
                      stroke={month ? 'var(--color-line-strong)' : 'var(--color-line)'}
                    />
                  </g>
                ) : null
              })}
              {bars.map((bar, i) => (
                <path
                  key={bar.key}
                  d={`M0 ${HEAD + i * ROW}H${width}`}
                  stroke="var(--color-line)"
                />
              ))}
              {links.map(({ key, path, critical }) => (
                <path
                  key={key}
                  d={path}
                  fill="none"
                  stroke={critical ? 'var(--color-chart-4)' : 'var(--color-ink-3)'}
                />
              ))}
              <path
                d={`M${x(countOf(today) + 0.5)} ${HEAD}V${height}`}
                stroke="var(--color-brand)"
                strokeWidth="1.5"
                strokeDasharray="3 3"
              />
            </g>
            {shown.map((bar, i) => {
              const [left, right] = [x(countOf(bar.start)), x(countOf(bar.end) + 1)]
              const y = middle(i)
              const moves = onMove && bar.kind !== 'fixed'
              return (
                <g
                  key={bar.key}
                  data-row={i}
                  {...(onMove
                    ? {
                        role: 'slider',
                        tabIndex: i === Math.min(at, bars.length - 1) ? 0 : -1,
                        'aria-label': bar.label,
                        'aria-valuenow': countOf(bar.start),
                        'aria-valuetext': spanText(bar.start, bar.end),
                        'aria-disabled': bar.kind === 'fixed',
                        onKeyDown: (e) => onKey(e, i),
                        onFocus: () => setAt(i),
                      }
                    : {})}
                  className="outline-none focus-visible:[&>rect:first-of-type]:stroke-brand"
                >
                  <rect
                    x={left - 4}
                    y={y - ROW / 2 + 2}
                    width={Math.max(right - left, 8) + 8}
                    height={ROW - 4}
                    rx="4"
                    fill="transparent"
                    stroke="none"
                    strokeWidth="2"
                  />
                  {bar.planned ? (
                    <rect
                      x={x(countOf(bar.planned[0]))}
                      y={y + BAR / 2 + 1}
                      width={x(countOf(bar.planned[1]) + 1) - x(countOf(bar.planned[0]))}
                      height="4"
                      rx="2"
                      fill="var(--color-control)"
                    />
                  ) : null}
                  <g
                    onPointerDown={(e) => onDown(e, bar, 'all')}
                    onPointerMove={onDrag}
                    onPointerUp={() => onUp(bars[i] ?? bar)}
                    onPointerCancel={dropped}
                    className={cx(moves && 'cursor-grab active:cursor-grabbing')}
                    style={moves ? { touchAction: 'pan-y' } : undefined}
                  >
                    {bar.kind === 'task' ? (
                      <>
                        <rect
                          x={left}
                          y={y - BAR / 2}
                          width={Math.max(2, right - left)}
                          height={BAR}
                          rx="3"
                          fill={colorOf(bar)}
                          opacity={bar.progress === undefined ? 1 : 0.45}
                        />
                        {bar.progress ? (
                          <rect
                            x={left}
                            y={y - BAR / 2}
                            width={(Math.max(2, right - left) * bar.progress) / 100}
                            height={BAR}
                            rx="3"
                            fill={colorOf(bar)}
                          />
                        ) : null}
                      </>
                    ) : (
                      <>
                        <Diamond x={(left + right) / 2} y={y} fill={colorOf(bar)} />
                        {bar.kind === 'fixed' ? (
                          <Diamond x={(left + right) / 2} y={y} fill={`url(#${hatch})`} />
                        ) : null}
                      </>
                    )}
                  </g>
                  {moves && bar.kind === 'task' ? (
                    <rect
                      x={right - 5}
                      y={y - BAR / 2}
                      width="9"
                      height={BAR}
                      fill="transparent"
                      className="cursor-ew-resize"
                      style={{ touchAction: 'pan-y' }}
                      onPointerDown={(e) => onDown(e, bar, 'end')}
                      onPointerMove={onDrag}
                      onPointerUp={() => onUp(bars[i] ?? bar)}
                      onPointerCancel={dropped}
                    />
                  ) : null}
                </g>
              )
            })}
          </svg>
        </ScrollRegion>
      </div>
      {onMove ? (
        <p className="text-xs text-ink-3">
          {words.keys}{' '}
          <span role="status" className="tabular text-ink">
            {held ? `${held.label}: ${spanText(held.start, held.end)}` : ''}
          </span>
        </p>
      ) : null}
    </figure>
  )
}

const Key = ({
  word,
  fill,
  turned,
  low,
  thin,
}: {
  word: string
  fill: string
  turned?: boolean
  low?: boolean
  thin?: boolean
}) => (
  <li className="flex items-center gap-1.5">
    <span
      className={cx(
        'inline-block',
        low ? 'h-1 w-3 rounded-full' : thin ? 'h-3 w-0.5' : 'size-2.5 rounded-xs',
        turned && 'rotate-45',
      )}
      style={{ background: fill }}
    />
    {word}
  </li>
)
