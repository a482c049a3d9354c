import { expect, test } from 'vitest'
import { once } from './once.tsx'

test('a form that was not answered is sent again with its key; another form, and the next, have their own', async () => {
  const keys: string[] = []
  const lost = async (_: unknown, key: string) => {
    keys.push(key)
    throw new Error('nobody answered')
  }
  const answered = async (body: string, key: string) => {
    keys.push(key)
    return body
  }
  await expect(once('comment', 'Sixty days', lost)).rejects.toThrow()
  expect(await once('comment', 'Sixty days', answered)).toBe('Sixty days')
  await once('comment', 'Sixty days', answered)
  await expect(once('comment', 'Forty', lost)).rejects.toThrow()
  await once('comment', 'Fifty', answered)
  await once('note', 'Fifty', answered)
  const [lostKey, again, ...rest] = keys
  expect(again).toBe(lostKey)
  expect(new Set([lostKey, ...rest]).size).toBe(rest.length + 1)
})
