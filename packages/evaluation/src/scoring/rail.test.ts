import { expect, it } from 'vitest'
import { openAfter } from './rail.tsx'

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => ({ id })) as [Q, Q, Q, Q]
type Q = { id: string }
const all = [a, b, c, d]

it('goes on from the question that was scored, and round again from the first', () => {
  expect(openAfter(all, [a, c, d], 'b')).toBe(c)
  expect(openAfter(all, [a, b], 'b')).toBe(a)
  expect(openAfter(all, [d], 'd')).toBeUndefined()
  expect(openAfter(all, [], 'a')).toBeUndefined()
})
