import { describe, expect, it } from 'vitest'
import { followed, type Read } from './addendum-read.ts'

const item = { id: 'i', description: 'Bed', unit: 'piece', quantity: '12' }
const question = { id: 'q', prompt: 'Years', help: '', must_answer: true }
const was: Read = {
  version: 3,
  closes_at: '2026-11-29T19:00',
  instructions: 'Read',
  items: [item],
  questions: [question],
}

describe('an addendum that is typed while somebody else issues one', () => {
  it('keeps what was typed and follows what was left as it was', () => {
    const now: Read = {
      version: 4,
      closes_at: '2026-12-02T19:00',
      instructions: 'Read twice',
      items: [{ ...item, unit: 'set', quantity: '20' }],
      questions: [{ ...question, must_answer: false }],
    }
    const typed = {
      read: was,
      closes_at: was.closes_at,
      instructions: was.instructions,
      items: [{ ...item, quantity: '15', gone: false }],
      questions: [{ ...question, help: 'In trade', gone: true }],
    }
    expect(followed(typed, now)).toEqual({
      closes_at: now.closes_at,
      instructions: 'Read twice',
      items: [{ ...item, unit: 'set', quantity: '15', gone: false }],
      questions: [{ ...question, help: 'In trade', must_answer: false, gone: true }],
    })
    const mine = { ...typed, instructions: 'Mine', closes_at: '2026-12-05T19:00' }
    expect(followed(mine, now)).toMatchObject({
      instructions: 'Mine',
      closes_at: '2026-12-05T19:00',
    })
  })

  it('lets go of what is not there any more', () => {
    const typed = { read: was, ...was, items: [{ ...item, gone: false }], questions: [] }
    expect(followed(typed, { ...was, version: 4, items: [] }).items).toEqual([])
  })
})
