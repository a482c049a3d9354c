import { describe, expect, it } from 'vitest'
import { NO_NUMBERS, NUMBERS } from './decimal.cases.ts'
import { amountOf, isWire, readTyped, short, sumOf } from './decimal.ts'
import { formatDecimal } from './format.ts'
import { LANGUAGES } from './languages.ts'

describe('amounts', () => {
  it.each([
    ['0.1', '3', 2, '0.3000'],
    ['19.99', '1000000', 2, '19990000.0000'],
    ['0.3333', '0.333333', 2, '0.1100'],
    ['4.9867', '0.001', 2, '0.0000'],
    ['3.6852', '1000000.123456', 2, '3685200.4500'],
    ['0.005', '1', 2, '0.0100'],
    ['1.2345', '1', 3, '1.2350'],
    ['1234567890123456.7891', '2', 2, '2469135780246913.5800'],
    ['12.5', '0', 2, '0.0000'],
    ['12.5', '3', 0, '38.0000'],
    ['2.5', '1.5', 2, '3.7500'],
  ])('%s × %s in a currency of %s digits is %s', (price, quantity, digits, amount) => {
    expect(amountOf(price, quantity, digits)).toBe(amount)
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
  it.each(NUMBERS)('%s in %s is %s', (text, language, wire) => {
    expect(readTyped(text, language)).toBe(wire)
  })
  it.each(['', ...NO_NUMBERS])('%s is no price', (text) => {
    expect(readTyped(text, 'en')).toBeNull()
  })
  it('reads what it printed, in every language', () => {
    for (const language of Object.keys(LANGUAGES))
      for (const wire of ['0', '0.125', '1.125', '1250', '1250.5', '1000000', '1234567.8901', '-3'])
        expect(
          readTyped(
            formatDecimal(wire, language, short(wire).split('.')[1]?.length ?? 0),
            language,
          ),
          language,
        ).toBe(wire)
  })
  it('knows the wire form', () => {
    expect(['0', '12', '-3', '12.5', '12.5000000'].every((text) => isWire(text))).toBe(true)
    expect(['', 'a', '1,5', '.', '.5', '2.', '1 000'].some((text) => isWire(text))).toBe(false)
    expect(isWire('1.23456', 4)).toBe(false)
  })
})
