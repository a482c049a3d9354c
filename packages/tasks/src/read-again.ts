import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

const readings = new WeakMap<QueryClient, Map<string, boolean>>()

/**
 * Reads what has changed again. A reading under way may have seen the time before the change, so it is waited for and
 * another follows; words that come meanwhile are answered by that one. None is cut off: on a slow line, words that come
 * faster than answers would leave a screen without any.
 */
export const readAgain = async (cache: QueryClient, queryKey: QueryKey): Promise<void> => {
  const name = hashKey(queryKey)
  const asked = readings.get(cache) ?? new Map<string, boolean>()
  readings.set(cache, asked)
  if (asked.has(name)) {
    asked.set(name, true)
    return
  }
  asked.set(name, false)
  do {
    await Promise.allSettled(
      cache
        .getQueryCache()
        .findAll({ queryKey, fetchStatus: 'fetching' })
        .map((query) => query.promise),
    )
    asked.set(name, false)
    await cache.invalidateQueries({ queryKey }, { cancelRefetch: false })
  } while (asked.get(name))
  asked.delete(name)
}
