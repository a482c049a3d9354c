import { useEffect, useRef, useState } from 'react'

/** What became of a call made once when a screen opens: a link from an email may be used only once. */
export type Once<T> =
  | { state: 'waiting' }
  | { state: 'done'; value: T }
  | { state: 'failed'; error: unknown }

/** Makes the call exactly once, also where React runs effects twice. */
export const useOnce = <T>(call: () => Promise<T>): Once<T> => {
  const [result, setResult] = useState<Once<T>>({ state: 'waiting' })
  const started = useRef(false)
  const first = useRef(call)
  useEffect(() => {
    if (started.current) return
    started.current = true
    first.current().then(
      (value) => setResult({ state: 'done', value }),
      (error: unknown) => setResult({ state: 'failed', error }),
    )
  }, [])
  return result
}
