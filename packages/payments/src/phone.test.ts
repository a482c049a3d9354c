import { expect, it } from 'vitest'
import { mpesaPhone, offeredPhone } from './phone.ts'

it.each([
  ['254701234567', '254701234567'],
  ['+254 701 234 567', '254701234567'],
  ['(254) 110-234-567', '254110234567'],
  ['0701234567', '254701234567'],
  ['0722 000 032', '254722000032'],
  ['+254 (0)722.000.032', '254722000032'],
  ['722000032', '254722000032'],
  ['00254722000032', '254722000032'],
  ['0201234567', null],
  ['07220000321', null],
  ['25472000000', null],
  ['2547012345678', null],
  ['254201234567', null],
  ['256772000004', null],
  ['', null],
])('%s is %s to M-Pesa', (typed, want) => {
  expect(mpesaPhone(typed)).toBe(want)
})

it('offers the own number only where M-Pesa can ask it', () => {
  expect(offeredPhone('254711200001')).toBe('254711200001')
  expect(offeredPhone('233241200003')).toBe('254')
  expect(offeredPhone(undefined)).toBe('254')
})
