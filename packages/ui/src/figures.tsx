import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.tsx'

/** One figure with where it comes from; its link leads to the list behind it. */
export type FigureItem = {
  label: string
  value: ReactNode
  note?: ReactNode
  to?: string | null | undefined
}

const COLUMNS: Record<number, string> = {
  2: 'lg:grid-cols-2',
  3: 'lg:grid-cols-3',
  4: 'lg:grid-cols-4',
  5: 'lg:grid-cols-5',
  6: 'lg:grid-cols-6',
}

/** A strip of figures that open. */
export const Figures = ({ label, items }: { label: string; items: readonly FigureItem[] }) => (
  <ul
    aria-label={label}
    className={cx(
      'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-xs',
      COLUMNS[items.length],
    )}
  >
    {items.map((item) => (
      <li
        key={item.label}
        className={cx(
          'relative grid content-start gap-0.5 bg-surface px-4 py-3 max-lg:last:odd:col-span-2',
          item.to ? 'hover:bg-canvas' : '',
        )}
      >
        {item.to ? (
          <Link to={item.to} className="grid gap-0.5 outline-offset-0 after:absolute after:inset-0">
            <span className="text-xs text-ink-2">{item.label}</span>
            <span className="tabular text-xl font-semibold">{item.value}</span>
          </Link>
        ) : (
          <span className="grid gap-0.5">
            <span className="text-xs text-ink-2">{item.label}</span>
            <span className="tabular text-xl font-semibold">{item.value}</span>
          </span>
        )}
        {item.note ? <span className="text-xs text-ink-2">{item.note}</span> : null}
      </li>
    ))}
  </ul>
)
