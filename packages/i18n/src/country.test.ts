import { expect, it } from 'vitest'
import { countryChoices, countryName } from './country.ts'

it('orders countries as the reader’s language does', () => {
  const some = [{ iso2: 'KE' }, { iso2: 'ET' }, { iso2: 'TZ' }]
  expect(countryChoices(some, 'fr').map((c) => c.label)).toEqual(['Éthiopie', 'Kenya', 'Tanzanie'])
  expect(countryChoices(some, 'en').map((c) => c.value)).toEqual(['ET', 'KE', 'TZ'])
  expect(countryChoices(undefined, 'en')).toEqual([])
})

it('leaves what is no code as it is', () => {
  expect(countryName('', 'en')).toBe('')
  expect(countryName('Kenya', 'en')).toBe('Kenya')
})
