import { expect, it } from 'vitest'

const screens = import.meta.glob<string>(
  ['../../*/src/**/*.tsx', '!../../ui/src/problem-form.tsx', '!../../*/src/**/*.test.tsx'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

it('no screen words a fault of a field by itself, which would stay in the language of that moment', () => {
  expect(Object.keys(screens).length).toBeGreaterThan(300)
  const own = Object.entries(screens).filter(([, text]) => /\bform\.setError\(/.test(text))
  expect(own.map(([file]) => file)).toEqual([])
})
