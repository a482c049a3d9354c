import { useTranslation } from '@zabuni/i18n'
import { useSyncExternalStore } from 'react'
import { cx } from './cx.tsx'

// Spec section 9: 3000 ms, top right. Small on purpose: it is part of every first load.
/** How long a toast stays. */
const TOAST_MS = 3000
type Tone = 'ok' | 'bad' | 'info'
type Toast = { id: number; tone: Tone; text: string }
let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const emit = (value: readonly Toast[]) => {
  toasts = value
  for (const l of listeners) l()
}
const subscribe = (l: () => void) => {
  listeners.add(l)
  return () => {
    listeners.delete(l)
  }
}

/** Shows a toast; never the only place of an error. */
export const toast = (tone: Tone, text: string): void => {
  const id = next++
  emit([...toasts, { id, tone, text }])
  setTimeout(() => emit(toasts.filter((t) => t.id !== id)), TOAST_MS)
}

const FLASH = 'zabuni.flash'
/** A toast that survives the document navigation of login and logout. */
export const flash = (tone: Tone, key: string): void => {
  try {
    sessionStorage.setItem(FLASH, JSON.stringify([tone, key]))
  } catch {
    // Storage refused: the message is lost, the navigation is not.
  }
}
/** Takes the toast that the last document left. */
export const takeFlash = (): [Tone, string] | null => {
  try {
    const raw = sessionStorage.getItem(FLASH)
    sessionStorage.removeItem(FLASH)
    return raw ? JSON.parse(raw) : null
  } catch {
    return null
  }
}

const tones = { ok: 'before:bg-ok', bad: 'before:bg-bad', info: 'before:bg-info' } as const
/** Where toasts appear. */
export const Toaster = () => {
  const { t } = useTranslation()
  const list = useSyncExternalStore(subscribe, () => toasts)
  return (
    <ol
      aria-label={t('toast.label')}
      aria-live="polite"
      aria-atomic="false"
      className="pointer-events-none fixed top-4 right-4 z-50 grid w-[min(22rem,calc(100vw-2rem))] gap-2"
    >
      {list.map((item) => (
        <li
          key={item.id}
          className={cx(
            'pointer-events-auto relative overflow-hidden rounded-lg bg-raised py-3 pr-4 pl-4 text-sm font-medium shadow-pop before:absolute before:inset-y-0 before:left-0 before:w-1',
            tones[item.tone],
          )}
        >
          {item.text}
        </li>
      ))}
    </ol>
  )
}
