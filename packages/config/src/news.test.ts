// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is read has them
import { expect, it } from 'vitest'
import notifications from '../../i18n/src/locales/en/notifications.json'

const journeys = import.meta.glob<string>('../../e2e/tests/*.mjs', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What the bell's notices say, their holes filled. */
const news = Object.values(notifications.kind).map((text) => text.replace(/\{\{\w+\}\}/g, 'x'))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What a literal of a journey looks for; nothing where it is less than three words, which a row or a badge says. */
const sought = (literal: string): RegExp | undefined => {
  const body = literal.slice(1, literal.lastIndexOf(literal[0]!))
  const said = body.replace(/\$\{[^}]*\}/g, '…')
  if ((said.match(/\p{L}{2,}/gu) ?? []).length < 3) return undefined
  if (literal[0] === '/') return new RegExp(body, literal.slice(literal.lastIndexOf('/') + 1))
  return new RegExp(said.split('…').map(escaped).join('.*'), 'i')
}

/**
 * Where a journey looks in the whole page for words that a notice says too. The notice comes when the program has got
 * round to it, beside what the screen says or not: such a journey is red on the one machine and green on the other.
 * What is asked for exactly is no part of a sentence.
 */
const doubled = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?<![\w)\]])\w+\.getByText\(\s*(\/(?:[^/\\\n]|\\.)+\/[a-z]*|(['`])(?:(?!\2)[^\n])*\2),?\s*\)(?!\.(?:first|last|nth|filter)\()/g,
    ),
  ]
    .map((match) => match[1]!)
    .filter((literal) => {
      const pattern = sought(literal)
      return pattern && news.some((one) => pattern.test(one))
    })

it('no journey looks in the whole page for what a notice may say beside it', () => {
  expect(Object.keys(journeys).length).toBeGreaterThan(50)
  const found = Object.entries(journeys).flatMap(([file, text]) =>
    doubled(text).map((literal) => `${file}: ${literal}`),
  )
  expect(found).toEqual([])
})

it.each([
  ['page.getByText(/does not match it. Do not pay again/)', 1],
  ['await expect(page.getByText(`received a payment of ${sum} for order`)).toBeVisible()', 1],
  ["page.getByText(\n  'Do not pay again: our staff look',\n)", 1],
  ["page.getByRole('main').getByText(/does not match it. Do not pay again/)", 0],
  ['page.getByText(/does not match it. Do not pay again/).first()', 0],
  ["page.getByText('payment of x for order', { exact: true })", 0],
  ["row.getByText('Paid back')", 0],
  ["page.getByText('Nothing of the kind is said anywhere')", 0],
])('%s', (code, count) => {
  expect(doubled(code)).toHaveLength(count)
})
