import { useSyncExternalStore } from 'react'

/** Whether the browser believes that there is a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed)
      addEventListener('offline', changed)
      return () => {
        removeEventListener('online', changed)
        removeEventListener('offline', changed)
      }
    },
    () => navigator.onLine,
  )
