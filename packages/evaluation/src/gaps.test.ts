import { expect, it } from 'vitest'
import { allScores, gapsOf, somebodyFinished, unfinishedOf } from './gaps.ts'

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
