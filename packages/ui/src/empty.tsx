import type { ReactNode } from 'react'
/** Teaches what will be here and offers the first step. */
export const EmptyState = ({
  icon,
  title,
  body,
  action,
}: {
  icon?: ReactNode
  title: string
  body?: string
  action?: ReactNode
}) => (
  <div className="grid justify-items-center gap-1 px-6 py-16 text-center">
    {icon ? (
      <div
        aria-hidden="true"
        className="mb-3 grid size-10 place-items-center rounded-lg border border-line bg-surface text-ink-3 shadow-xs"
      >
        {icon}
      </div>
    ) : null}
    <p className="font-semibold">{title}</p>
    {body ? <p className="max-w-sm text-sm text-ink-2">{body}</p> : null}
    {action ? <div className="mt-4">{action}</div> : null}
  </div>
)
