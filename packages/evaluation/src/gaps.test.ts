import { expect, it } from 'vitest'
import { allScores, gapsOf, somebodyFinished, uncheckedIn, unfinishedOf } from './gaps.ts'

const bid = (supplier_name: string, scored: number) => ({
  submission_id: supplier_name,
  supplier_name,
  scored,
})
const none = 'none' as const

it('names the bids where scores are missing, and how many', () => {
  const d = { to_score: 120, bids: [bid('Savanna', 40), bid('Volta', 120), bid('Nile', 0)] }
  expect(allScores(d)).toBe(360)
  expect(gapsOf(d).map(({ bid, missing }) => [bid.supplier_name, missing])).toEqual([
    ['Savanna', 80],
    ['Nile', 120],
  ])
  expect(gapsOf({ ...d, to_score: 0 })).toEqual([])
})

it('counts the answers that nobody has checked, the second time where a bid is drawn', () => {
  const bid = (drawn: boolean, first: number, second: number) => ({
    drawn,
    first: { done: first },
    second: { done: second },
  })
  const questions = ['q', 'r']
  expect(uncheckedIn({ questions, bids: [bid(false, 0, 0), bid(false, 1, 0)] })).toBe(3)
  expect(uncheckedIn({ questions, bids: [bid(true, 2, 1), bid(false, 2, 0)] })).toBe(1)
  expect(uncheckedIn({ questions, bids: [] })).toBe(0)
})

it('waits for who evaluates, and for nobody else', () => {
  const evaluators = [
    { name: 'Amina', interest: none, final_at: '2026-11-25T14:00:00Z' },
    { name: 'David', interest: none },
    { name: 'Ruth', interest: 'recused' as const, final_at: '2026-11-25T14:00:00Z' },
    { name: 'Selam' },
  ]
  expect(unfinishedOf({ evaluators }).map(({ name }) => name)).toEqual(['David'])
  expect(somebodyFinished({ evaluators })).toBe(true)
  expect(somebodyFinished({ evaluators: evaluators.slice(1) })).toBe(false)
  expect(somebodyFinished({ evaluators: evaluators.slice(2) })).toBe(false)
})
