// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is looked for
import { describe, expect, it } from 'vitest'

const sources = import.meta.glob<string>(
  [
    '../../*/src/**/*.{ts,tsx}',
    '../../../apps/*/src/**/*.{ts,tsx}',
    '!**/*.test.*',
    '!**/*.gen.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)

const LEADS = String.raw`(?:href|hrefOf|sameOf|addressOf|bidHref|lookHref|gapHref|to)\(`
/** Names that hold an address, or none: of a constant, or of a property of the type. */
const held = (text: string) => [
  ...[
    ...text.matchAll(new RegExp(String.raw`const (\w+) =\s*(?:[^\n]*[ (!?:])?${LEADS}`, 'g')),
  ].map((m) => m[1]),
  ...[...text.matchAll(/(\w+)\??: (?:Address \| null|ReturnType<Href)/g)].map((m) => m[1]),
]

/** Where an address that may be none is made into text. */
const faults = (text: string): string[] => {
  const names = held(text).filter((name) => name !== 'to')
  const asText = [
    // `${href('list')}?status=open`
    String.raw`\$\{\s*${LEADS}[^}]*\}`,
    // href('list') ?? '/' and href('list')! and String(…)
    String.raw`${LEADS}[^\n]*?\)\s*\?\?\s*['"\`]`,
    String.raw`${LEADS}[^\n]*?\)!`,
    ...(names.length
      ? [
          String.raw`\$\{\s*(?:${names.join('|')})\b[^}]*\}`,
          String.raw`\b(?:${names.join('|')}) \+ ['"\`]`,
          String.raw`\b(?:${names.join('|')}) \?\? ['"\`]`,
        ]
      : []),
  ]
  return asText.flatMap((pattern) => text.match(new RegExp(pattern, 'g')) ?? [])
}

describe('an address that may be none is not text', () => {
  it('there are files to look at', () => expect(Object.keys(sources).length).toBeGreaterThan(300))
  it('no file makes it one', () =>
    expect(
      Object.entries(sources).flatMap(([file, text]) =>
        faults(text).map((fault) => `${file}: ${fault}`),
      ),
    ).toEqual([]))
  it.each([
    "to={`${href('list')}?status=open`}",
    "const list = href('list')\n<Link to={`${list}?a`} />",
    "const details = mayI('X') ? href('details', { jobId }) : null\ngo(`${details}#findings`)",
    "href('details', { jobId }) ?? '/'",
    "const back = href('list')\nleave(back ?? '/')",
    "const back = href('list')\nleave(back + '?tab=a')",
    "href('list')!",
  ])('%s is found', (text) => expect(faults(text)).not.toEqual([]))
})
