import { isDay } from '@zabuni/i18n/format'
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

// Where a list pages: by a cursor, or by numbers where the specification says so.
const PAGES = ['after', 'page']

type Days<K extends string> = { [P in `${K}_from` | `${K}_to`]?: string }

/** The state of a list, kept in the address: it can be bookmarked, shared and come back to. */
export const useListParams = () => {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const depth: number = state?.depth ?? 0
  const after = params.get('after') ?? ''
  // Two changes in one moment build on each other; the router alone would answer both from the address before.
  const pending = useRef<URLSearchParams>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that has arrived ends the wait
  useEffect(() => {
    pending.current = undefined
  }, [params])
  const get = (key: string) => params.get(key) ?? ''
  /** The one of these values that the address names. */
  const one = <V extends string>(key: string, values: readonly V[]) =>
    values.find((value) => value === get(key))
  const all = (key: string) => [...new Set(params.getAll(key).filter(Boolean))]
  /** Those of these values that the address names. */
  const many = <V extends string>(key: string, values: readonly V[]) =>
    values.filter((value) => all(key).includes(value))
  /** The period that the address names, as a query of the server has it; what is none narrows nothing. */
  const days = <K extends string>(key: K): Days<K> => {
    const [from, to] = [get(`${key}_from`), get(`${key}_to`)]
    const bad = isDay(from) && isDay(to) && to < from
    return Object.fromEntries(
      [
        [`${key}_from`, from],
        [`${key}_to`, to],
      ].filter(([, day = '']) => isDay(day) && !bad),
    ) as Days<K>
  }
  /** Sets or, by an empty value, takes off filters; another filter begins at the first page. */
  const set = useCallback(
    (changes: Record<string, string | readonly string[]>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(pending.current ?? now)
          for (const key of PAGES) next.delete(key)
          for (const [key, value] of Object.entries(changes)) {
            next.delete(key)
            for (const one of [value].flat()) if (one) next.append(key, one)
          }
          pending.current = next
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
  // Everything but the page: a view that was kept begins at the first.
  const kept = new URLSearchParams(params)
  for (const key of PAGES) kept.delete(key)
  kept.sort()
  return {
    get,
    one,
    all,
    many,
    days,
    search: get('search'),
    set,
    after,
    paging,
    asked: kept.toString(),
    open: (query: string) => setParams(new URLSearchParams(query)),
  }
}
/** Where a list stands, by its address. */
export type ListParams = ReturnType<typeof useListParams>
