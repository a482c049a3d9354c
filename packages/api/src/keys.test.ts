import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keys } from './keys.ts'

it('reaches all that was read of a category, and nothing of another', async () => {
  const cache = new QueryClient()
  const own = [keys.category('a'), [...keys.category('a'), 'evaluation', 'desk']]
  const other = [...keys.category('b'), 'evaluation', 'desk']
  for (const key of [...own, other]) cache.setQueryData(key, 'read')
  await cache.invalidateQueries({ queryKey: keys.category('a') })
  const old = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated
  expect(own.map(old)).toEqual([true, true])
  expect(old(other)).toBe(false)
  await cache.invalidateQueries({ queryKey: keys.sourcing })
  expect(old(other)).toBe(true)
})
