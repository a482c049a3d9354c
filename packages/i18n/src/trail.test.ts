import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './languages.ts'

type Words = { [key: string]: string | Words }
const files = import.meta.glob<{ default: Words }>('./locales/*/{people,inforce}.json', {
  eager: true,
})
const at = (language: string, ns: string, ...path: string[]) =>
  path.reduce<Words>(
    (words, key) => words[key] as Words,
    files[`./locales/${language}/${ns}.json`]?.default ?? {},
  )

describe.each(Object.keys(LANGUAGES))('what was done with a contract, in %s', (language) => {
  it('has words for each act that the log knows', () => {
    const acts = Object.keys(at(language, 'people', 'actions', 'contract', 'contract'))
    expect(acts.length).toBeGreaterThan(20)
    const told = at(language, 'inforce', 'trail', 'acts')
    expect(acts.filter((act) => !told[act])).toEqual([])
  })
})
