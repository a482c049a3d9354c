import { expect, it } from 'vitest'
import { ACTIVITIES } from './activity.ts'
import { rightOf } from './may.ts'

it('asks a buyer in every activity alike', () => {
  const asked = new Set(ACTIVITIES.map((of) => rightOf('buyer', of, 'ask')))
  expect([...asked]).toEqual(['MANAGE_CRETERIA'])
})

it('asks the operator by what the activity says, and by the usual where it says nothing', () => {
  expect(rightOf('qed', 'supplier_registration', 'ask')).toBe('MANAGE_JOB')
  expect(rightOf('qed', 'asset_disposal', 'ask')).toBe('MANAGE_CATEGORY')
  expect(rightOf('qed', 'asset_disposal', 'author')).toBe('MANAGE_CATEGORY')
  expect(rightOf('qed', 'tender', 'ask')).toBe('MANAGE_CRETERIA')
})

it('knows what a desk never does', () => {
  expect(rightOf('qed', 'tender', 'open')).toBeUndefined()
  expect(rightOf('supplier', 'tender', 'ask')).toBeUndefined()
})
