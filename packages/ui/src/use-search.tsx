import { useCallback, useEffect, useRef, useState } from 'react'

const PAUSE_MS = 200
type Found<T> = { state: 'waiting' | 'failed' | 'there'; items: readonly T[] }
/** Asks for what a text finds. */
export type Search<T> = (query: string, signal: AbortSignal) => Promise<readonly T[]>

/**
 * What is found for a text, from the moment that there is one (null: none); a search that broke is not one that found
 * nothing.
 */
export const useSearch = <T,>(query: string | null, search: Search<T>) => {
  const [found, setFound] = useState<Found<T>>({ state: 'waiting', items: [] })
  const [tries, setTries] = useState(0)
  const ask = useRef(search)
  ask.current = search
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    if (query === null) return
    const stop = new AbortController()
    setFound((now) => ({ ...now, state: 'waiting' }))
    const timer = setTimeout(() => {
      ask
        .current(query, stop.signal)
        .then((items) => stop.signal.aborted || setFound({ state: 'there', items }))
        .catch(() => stop.signal.aborted || setFound({ state: 'failed', items: [] }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query, tries])
  return { ...found, again: useCallback(() => setTries((n) => n + 1), []) }
}
