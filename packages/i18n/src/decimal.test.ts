import { describe, expect, it } from 'vitest'
import { amountOf, readTyped, short, sumOf } from './decimal.ts'

describe('amounts', () => {
  it.each([
    ['0.1', '3', '0.3000'],
    ['19.99', '1000000', '19990000.0000'],
    ['0.3333', '0.333333', '0.1111'],
    ['0.00005', '1', '0.0001'],
    ['1234567890123456.7891', '2', '2469135780246913.5782'],
    ['12.5', '0', '0.0000'],
    ['2.5', '1.5', '3.7500'],
  ])('%s × %s is %s', (price, quantity, amount) => {
    expect(amountOf(price, quantity)).toBe(amount)
  })
  it('adds what floats would lose', () => {
    expect(sumOf(['0.1', '0.2'])).toBe('0.3000')
    expect(sumOf(Array.from({ length: 1000 }, () => '0.0001'))).toBe('0.1000')
    expect(sumOf(['9999999999999999.9999', '0.0001'])).toBe('10000000000000000.0000')
    expect(sumOf([])).toBe('0.0000')
  })
  it('compares numbers, not texts', () => {
    expect(short('12.5000')).toBe('12.5')
    expect(short('100')).toBe('100')
    expect(short('0.0000')).toBe('0')
  })
})

describe('what people type', () => {
  it.each([
    ['1,250.50', 'en', '1250.5'],
    ['1 250,50', 'fr', '1250.5'],
    ['1.250,50', 'pt', '1250.5'],
    ["1'250", 'en', '1250'],
    ['1250/=', 'sw', '1250'],
    ['1,250', 'en', '1250'],
    ['1,250', 'fr', '1.25'],
    ['12.50', 'fr', '12.5'],
    ['1.250', 'pt', '1250'],
    ['0.125', 'pt', '0.125'],
    ['.5', 'en', '0.5'],
    ['007', 'en', '7'],
    ['-3', 'en', '-3'],
    ['1,250,000', 'en', '1250000'],
  ])('%s in %s is %s', (text, language, wire) => {
    expect(readTyped(text, language)).toBe(wire)
  })
  it.each(['', 'abc', '1,25,000', '1.2.3,4,5', '12.34567', '1e5', '12.', '99999999999999999'])(
    '%s is no price',
    (text) => {
      expect(readTyped(text, 'en')).toBeNull()
    },
  )
})
