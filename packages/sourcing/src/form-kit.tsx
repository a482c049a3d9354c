import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** A link that leads to a field (#closes_at) puts the cursor there. */
export const useFieldOfHash = (ready: boolean) => {
  const { hash } = useLocation()
  useEffect(() => {
    if (!ready || !hash) return
    const target = document.getElementsByName(decodeURIComponent(hash.slice(1)))[0]
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  }, [ready, hash])
}
