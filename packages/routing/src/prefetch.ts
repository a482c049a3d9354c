import { match } from './path.ts'
import type { Row } from './row.ts'

// Less than people take to press what they point at, and more than a pointer takes to pass by.
const INTENT_MS = 60

type Link = { saveData?: boolean; effectiveType?: string }
const link = (): Link => (navigator as Navigator & { connection?: Link }).connection ?? {}
const spare = (): boolean => !link().saveData && !/2g/.test(link().effectiveType ?? '')
// On a phone the menu is folded away, and what would be fetched for it is paid for by the megabyte.
const atDesk = (): boolean => link().effectiveType !== '3g' && matchMedia('(hover: hover)').matches

/** Fetches the script of the screen at an address, once; nothing is said of one that does not come. */
export const screenFetcher = (rows: readonly Row[]) => {
  // What is written out goes before what is filled in, as the router has it; asked for at each link that is pointed at.
  const filled = (path: string) => path.split('/:').length
  const known = rows
    .map((row) => ({ row, path: row.path.replace(/(.)\/$/, '$1') }))
    .sort((a, b) => filled(a.path) - filled(b.path))
  const asked = new Set<Row>()
  return async (pathname: string): Promise<void> => {
    const row = known.find(({ path }) => match(path, pathname))?.row
    if (!row || asked.has(row)) return
    asked.add(row)
    await row.screen().catch(() => asked.delete(row))
  }
}

const addressOf = (target: EventTarget | null): string | undefined => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  return link && link.origin === location.origin && !link.target ? link.pathname : undefined
}

/**
 * The script of a screen is there before somebody goes: as soon as a link to it is pointed at or has the focus, and,
 * at a desk on a quick line, that of the screens that the menu leads to.
 */
export const prefetch = (rows: readonly Row[], menu: readonly string[]): void => {
  if (!spare()) return
  const load = screenFetcher(rows)
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('pointerover', (event) => {
    clearTimeout(timer)
    const to = addressOf(event.target)
    if (to) timer = setTimeout(() => void load(to), INTENT_MS)
  })
  document.addEventListener('focusin', (event) => {
    const to = addressOf(event.target)
    if (to) void load(to)
  })
  const waiting = [...menu]
  const next = () => {
    const to = waiting.shift()
    // One after another, each when nothing else is to be done.
    if (to) requestIdleCallback(() => void load(to).then(next))
  }
  if (atDesk() && typeof requestIdleCallback === 'function') next()
}
