import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isUp, listen, watch } from './live.ts'

/** Follows a topic; answers whether words arrive, so that a screen knows when to ask by itself. */
export const useLive = (topic: string | null, changed: () => void): boolean => {
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  })
  useEffect(() => (topic ? listen(topic, () => latest.current()) : undefined), [topic])
  return useSyncExternalStore(watch, isUp)
}
