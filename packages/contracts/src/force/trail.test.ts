import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const words = (language: string, name: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../i18n/src/locales/${language}/${name}.json`, import.meta.url),
      'utf8',
    ),
  )

describe.each(['am', 'en', 'fr', 'pt', 'sw'])('what was done with a contract, in %s', (language) => {
  it('has words for each act that the log knows', () => {
    const acts = Object.keys(words(language, 'people').actions.contract.contract)
    const told = words(language, 'inforce').trail.acts
    expect(acts.filter((act) => !told[act])).toEqual([])
  })
})
