import { expect, it } from 'vitest'
import { given } from './list.ts'

it('names only what narrows a query', () => {
  expect(given({ search: '', status: undefined, open: false, after: 'c2', months: 0 })).toEqual({
    after: 'c2',
    months: 0,
  })
})
