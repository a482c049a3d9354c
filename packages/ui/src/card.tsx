import type { ReactNode } from 'react'
import { cx } from './cx.tsx'

/** A section on its own sheet. */
export const Card = ({
  title,
  actions,
  footer,
  flush = false,
  className,
  children,
}: {
  title?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  flush?: boolean
  className?: string
  children: ReactNode
}) => (
  <section className={cx('rounded-lg border border-line bg-surface shadow-xs', className)}>
    {title || actions ? (
      <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
      </header>
    ) : null}
    <div className={flush ? '' : 'p-4'}>{children}</div>
    {footer ? (
      <footer className="flex items-center justify-end gap-2 rounded-b-lg border-t border-line bg-canvas px-4 py-3">
        {footer}
      </footer>
    ) : null}
  </section>
)

/** A strip of figures: what a person wants to know before reading on. */
export const Stats = ({
  items,
}: {
  items: readonly { label: string; value: ReactNode; note?: ReactNode }[]
}) => (
  // On a phone two stand side by side where both fit; a long figure has its own row and is never cut.
  <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line shadow-xs sm:grid sm:auto-cols-fr sm:grid-flow-col">
    {items.map((item) => (
      <div
        key={item.label}
        className="grid grow basis-[45%] content-start gap-0.5 bg-surface px-4 py-3"
      >
        <dt className="text-xs text-ink-3">{item.label}</dt>
        <dd className="tabular text-xl font-semibold">{item.value}</dd>
        {item.note ? <dd className="text-xs text-ink-2">{item.note}</dd> : null}
      </div>
    ))}
  </dl>
)

/** Names and values beside the main column. */
export const Facts = ({ items }: { items: readonly { label: string; value: ReactNode }[] }) => (
  <dl className="grid gap-2.5 text-sm">
    {items.map((item) => (
      <div key={item.label} className="grid grid-cols-[minmax(88px,min(32%,180px))_1fr] gap-3">
        <dt className="text-ink-3">{item.label}</dt>
        <dd className="min-w-0 break-words">{item.value}</dd>
      </div>
    ))}
  </dl>
)
