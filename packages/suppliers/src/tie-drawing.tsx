import { useTranslation } from '@zabuni/i18n'
import { useId } from 'react'
import type { Knot, Tie } from './world-queries.ts'

const SIZE = 400
const MIDDLE = SIZE / 2
const RADIUS = 140
/** More companies than these are in the table alone. */
const MOST = 12
const LETTERS = 18

const cut = (name: string) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name)

type Point = { knot: Knot; x: number; y: number }

const placed = (here: Knot, ties: readonly Tie[]): Map<string, Point> => {
  const others = [...new Map(ties.flatMap(({ a, b }) => [a, b]).map((k) => [k.id, k])).values()]
    .filter((k) => k.id !== here.id)
    .slice(0, MOST)
  const points = new Map([[here.id, { knot: here, x: MIDDLE, y: MIDDLE }]])
  others.forEach((knot, i) => {
    const angle = (2 * Math.PI * i) / others.length - Math.PI / 2
    points.set(knot.id, {
      knot,
      x: MIDDLE + RADIUS * Math.cos(angle),
      y: MIDDLE + RADIUS * Math.sin(angle),
    })
  })
  return points
}

/** A company and those that ties lead to; an arrow goes from who owns to what is owned. The table beside it says all of it. */
export default function TieDrawing({ here, ties }: { here: Knot; ties: readonly Tie[] }) {
  const { t } = useTranslation('world')
  const arrow = useId()
  const points = placed(here, ties)
  const lines = ties.flatMap((tie) => {
    const [from, till] = [points.get(tie.a.id), points.get(tie.b.id)]
    return from && till ? [{ tie, from, till }] : []
  })
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={t('ties.drawing')}
      className="mx-auto w-full max-w-md"
    >
      <defs>
        <marker
          id={arrow}
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8z" className="fill-ink-2" />
        </marker>
      </defs>
      {lines.map(({ tie, from, till }, i) => {
        const owns = tie.kind === 'owner'
        // The arrow ends before the name that it leads to.
        const away = Math.hypot(till.x - from.x, till.y - from.y) || 1
        const x = till.x - ((till.x - from.x) / away) * 22
        const y = till.y - ((till.y - from.y) / away) * 22
        return (
          <line
            key={i}
            x1={from.x}
            y1={from.y}
            x2={owns ? x : till.x}
            y2={owns ? y : till.y}
            className={owns ? 'stroke-ink-2' : 'stroke-line-strong'}
            strokeWidth={owns ? 1.5 : 1}
            strokeDasharray={tie.by_number ? undefined : '4 4'}
            markerEnd={owns ? `url(#${arrow})` : undefined}
          />
        )
      })}
      {[...points.values()].map(({ knot, x, y }) => (
        <g key={knot.id}>
          <circle
            cx={x}
            cy={y}
            r={knot.id === here.id ? 9 : 6}
            className={knot.id === here.id ? 'fill-brand' : 'fill-ink-3'}
          />
          <text
            x={x}
            y={y + 24}
            textAnchor="middle"
            paintOrder="stroke"
            strokeWidth={4}
            className="fill-ink stroke-surface text-xs"
          >
            {cut(knot.name)}
          </text>
        </g>
      ))}
    </svg>
  )
}
