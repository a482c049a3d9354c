import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** The state of a list, kept in the address: it can be bookmarked, shared and come back to. */
export const useListParams = () => {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const depth: number = state?.depth ?? 0
  const after = params.get('after') ?? ''
  const get = (key: string) => params.get(key) ?? ''
  /** Sets or, by an empty value, takes off filters; another filter begins at the first page. */
  const set = useCallback(
    (changes: Record<string, string>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          next.delete('after')
          for (const [key, value] of Object.entries(changes))
            if (value) next.set(key, value)
            else next.delete(key)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  /** The way through the pages; a page opened by its address leads back to the first. */
  const paging = (next: string | undefined) => ({
    onNext: next
      ? () =>
          setParams(
            (now) => {
              const there = new URLSearchParams(now)
              there.set('after', next)
              return there
            },
            { state: { depth: depth + 1 } },
          )
      : undefined,
    onPrevious: after ? () => (depth ? void navigate(-1) : set({})) : undefined,
  })
  return { get, set, after, paging }
}
