import { useSyncExternalStore } from 'react'

/** What a person may choose; `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system'
const KEY = 'zabuni.theme'
const listeners = new Set<() => void>()

/** The stored choice. */
const theme = (): Theme => {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

const apply = (value: Theme) => {
  if (value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = value
}

/** Applies the stored choice before the first paint of the app. */
export const startTheme = (): void => apply(theme())

/** Changes the theme here and remembers it. */
export const setTheme = (value: Theme): void => {
  try {
    if (value === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
  } catch {
    // Storage refused: the choice lasts for this page.
  }
  apply(value)
  for (const l of listeners) l()
}

/** The current choice, live. */
export const useTheme = (): Theme =>
  useSyncExternalStore((l) => {
    listeners.add(l)
    return () => {
      listeners.delete(l)
    }
  }, theme)
