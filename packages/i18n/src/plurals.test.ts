import i18next from 'i18next'
import { expect, test } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { inAllNumbers } from './plurals.ts'

const files = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', {
  eager: true,
  import: 'default',
})

test('a form that a language has stays, one that it lacks is the other one', () => {
  const words = {
    row_one: '{{count}} ligne',
    row_other: '{{count}} lignes',
    deep: { x_many: 'beaucoup', x_other: 'x' },
  }
  expect(inAllNumbers('fr', words)).toEqual({
    row_one: '{{count}} ligne',
    row_many: '{{count}} lignes',
    row_other: '{{count}} lignes',
    deep: { x_one: 'x', x_many: 'beaucoup', x_other: 'x' },
  })
  expect(inAllNumbers('sw', { row_one: 'a', row_other: 'b' })).toEqual({
    row_one: 'a',
    row_other: 'b',
  })
})

test('no number shows a sentence of another language', async () => {
  const english: string[] = []
  for (const language of Object.keys(LANGUAGES)) {
    for (const [file, words] of Object.entries(files)) {
      if (!file.startsWith(`./locales/${language}/`)) continue
      const i18n = i18next.createInstance()
      await i18n.init({
        lng: language,
        fallbackLng: 'en',
        resources: { [language]: { common: inAllNumbers(language, words) } },
      })
      const look = (at: Record<string, unknown>, path: string) => {
        for (const [key, value] of Object.entries(at)) {
          if (value && typeof value === 'object') look(value as typeof at, `${path}${key}.`)
          else if (key.endsWith('_other')) {
            for (const count of [0, 1, 2, 11, 1_000_000]) {
              const name = path + key.slice(0, -'_other'.length)
              if (
                !i18n.exists(name, {
                  ns: 'common',
                  count,
                  lngs: [language],
                  keySeparator: file.endsWith('errors.json') ? false : '.',
                })
              )
                english.push(`${language} ${file} ${name} ${count}`)
            }
          }
        }
      }
      look(words, '')
    }
  }
  expect(english).toEqual([])
})
