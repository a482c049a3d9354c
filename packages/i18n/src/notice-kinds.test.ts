import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './languages.ts'
import kinds from './notice-kinds.json' with { type: 'json' }

const files = import.meta.glob<{ default: { kind: Record<string, string> } }>(
  './locales/*/notifications.json',
  { eager: true },
)

// The plain sentence is for kinds that this version does not know yet; those of today have their own.
describe.each(Object.keys(LANGUAGES))('%s', (language) => {
  it.each(kinds)('says what %s is', (kind) => {
    const sentences = files[`./locales/${language}/notifications.json`]?.default.kind
    expect(sentences?.[kind.replaceAll('.', '_')]).toBeTruthy()
  })
})
