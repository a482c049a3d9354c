/** A task for which another waits, and how many days lie between. */
export type Link = { task: number; lag: number }

/** For what a task waits, in the short form in which it is typed. */
export const linksText = (after: readonly Link[]): string =>
  after.map(({ task, lag }) => (lag ? `${task}+${lag}` : String(task))).join('; ')

/** Reads that form; null where it is none. */
export const readLinks = (text: string): Link[] | null => {
  const out: Link[] = []
  for (const part of text
    .replace(/\s*\+\s*/g, '+')
    .split(/[;,\s]+/)
    .filter(Boolean)) {
    const read = /^(\d{1,4})(?:\+(\d{1,3}))?$/.exec(part)
    if (!read) return null
    out.push({ task: Number(read[1]), lag: Number(read[2] ?? 0) })
  }
  return out
}
