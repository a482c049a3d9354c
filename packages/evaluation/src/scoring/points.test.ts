import { expect, it } from 'vitest'
import { points } from './points.ts'

it('shows digits behind the point where there are any', () => {
  expect(points('60.00', 'en')).toBe('60')
  expect(points('41.50', 'en')).toBe('41.50')
  expect(points('41.05', 'fr')).toBe('41,05')
  expect(points('100', 'en')).toBe('100')
})
