import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { cx } from './cx.tsx'

/** Parts of one thing, each with an address of its own; a part without one has no tab. */
export const Tabs = ({
  label,
  items,
}: {
  label: string
  items: readonly {
    to: string | null
    label: ReactNode
    /** How much is there; words where it is not counted to the end. */
    count?: number | string | undefined
    end?: boolean
    /** Says which tab is shown where addresses differ by their query alone. */
    active?: boolean
  }[]
}) => {
  const bar = useRef<HTMLElement>(null)
  // On a phone the tab that is shown may lie beyond the edge.
  useEffect(() => {
    bar.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="mb-4 flex gap-1 overflow-x-auto border-b border-line"
    >
      {items.flatMap(({ to, ...item }) =>
        to
          ? [
              <NavLink
                key={to}
                to={to}
                end={item.end ?? false}
                aria-current={item.active === undefined || item.active ? 'page' : false}
                className={({ isActive }) =>
                  cx(
                    '-mb-px flex h-10 items-center gap-1.5 border-b-2 px-2.5 text-sm font-medium whitespace-nowrap -outline-offset-2',
                    (item.active ?? isActive)
                      ? 'border-brand text-ink'
                      : 'border-transparent text-ink-2 hover:text-ink',
                  )
                }
              >
                {item.label}
                {item.count === undefined ? null : (
                  <span className="tabular rounded-full bg-sunken px-1.5 text-xs text-ink-2">
                    {item.count}
                  </span>
                )}
              </NavLink>,
            ]
          : [],
      )}
    </nav>
  )
}
