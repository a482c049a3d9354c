import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Search, filters and page of a list live in the address: a reload, a link and Back all keep them. */
export const useListState = () => {
  const [params, setParams] = useSearchParams()
  const pages = params.getAll('after')
  const set = useCallback(
    (key: string, value: string) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old)
          if (value) next.set(key, value)
          else next.delete(key)
          next.delete('after')
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const search = useCallback((value: string) => set('search', value), [set])
  const clear = useCallback(
    () =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old)
          for (const key of ['search', 'activity', 'fitting', 'after']) next.delete(key)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const page = (cursors: readonly string[]) =>
    setParams((old) => {
      const next = new URLSearchParams(old)
      next.delete('after')
      for (const cursor of cursors) next.append('after', cursor)
      return next
    })
  const input = {
    search: params.get('search') ?? '',
    activity: params.get('activity') ?? '',
    after: pages.at(-1) ?? '',
  }
  const fitting = params.get('fitting') === '1'
  return {
    input,
    fitting,
    set,
    search,
    clear: input.search || input.activity || fitting ? clear : undefined,
    /** The way through pages; `next` is the cursor that the list answered. */
    paging: (next: string | undefined) => ({
      onPrevious: pages.length ? () => page(pages.slice(0, -1)) : undefined,
      onNext: next ? () => page([...pages, next]) : undefined,
    }),
  }
}
