import type { ReactNode } from 'react'

/** What an act comes to, fact by fact: who does it, to how much, by what. It is read before what cannot be undone is done. */
export const Terms = ({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) => (
  <span className="grid gap-x-4 gap-y-1 rounded-md border border-line bg-canvas px-3 py-2 text-ink sm:grid-cols-[128px_minmax(0,1fr)]">
    {rows.map(({ label, value }) => (
      <span key={label} className="contents">
        <span className="text-ink-3">{label}</span>
        <span className="tabular break-words">{value}</span>
      </span>
    ))}
  </span>
)
