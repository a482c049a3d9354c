import { useEffect, useState } from 'react'

type Draft = Record<string, string | string[] | boolean>

const read = <T extends Draft>(key: string, empty: T): T => {
  try {
    const raw = sessionStorage.getItem(key)
    return raw ? { ...empty, ...(JSON.parse(raw) as Partial<T>) } : empty
  } catch {
    return empty
  }
}

/** State that outlives a reload of this tab. Passwords are never given to it. */
export const useDraft = <T extends Draft>(key: string, empty: T) => {
  const [value, setValue] = useState(() => read(key, empty))
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value))
    } catch {
      // Storage refused: the form still works, a reload empties it.
    }
  }, [key, value])
  const clear = () => {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Nothing was kept.
    }
  }
  return [value, setValue, clear] as const
}
