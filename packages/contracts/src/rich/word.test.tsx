// @vitest-environment jsdom
// The other document of these tests gives the cleaner no names of elements: with it everything is cleaned away.
import { expect, it, vi } from 'vitest'
import { readWord } from './word.ts'
import texts from './words.json' with { type: 'json' }

type Node = {
  type?: string
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  attrs?: Record<string, unknown>
  content?: Node[]
}

/** What a reader of documents of word processors cannot know, and what says nothing. */
const LOST = ['id', 'target', 'rel', 'class', 'title', 'type', 'colwidth', 'align']

// What browsers get of the package; elsewhere it reads files by their paths.
vi.mock('mammoth', async () => ({ default: await vi.importActual('mammoth/mammoth.browser.js') }))

/** A tree as both sides agree on it: an attribute that says nothing is none, words of one look are one. */
const plain = (n: Node): unknown => {
  const attrs = Object.fromEntries(
    Object.entries(n.attrs ?? {}).filter(
      ([key, value]) =>
        !LOST.includes(key) &&
        value !== null &&
        !(value === 1 && ['start', 'colspan', 'rowspan'].includes(key)),
    ),
  )
  const marks = (n.marks ?? [])
    .map((m) => (m.type === 'link' ? `link ${String(m.attrs?.href)}` : m.type))
    .sort()
  const content: Node[] = []
  for (const c of n.content ?? []) {
    const last = content.at(-1)
    if (
      c.text !== undefined &&
      last?.text !== undefined &&
      JSON.stringify(last.marks ?? []) === JSON.stringify(c.marks ?? [])
    )
      content[content.length - 1] = { ...last, text: last.text + c.text }
    else content.push(c)
  }
  return {
    type: n.type,
    ...(n.text === undefined ? {} : { text: n.text }),
    ...(Object.keys(attrs).length ? { attrs } : {}),
    ...(marks.length ? { marks } : {}),
    ...(content.length ? { content: content.map(plain) } : {}),
  }
}

/** Declared losses: what of a text a document of a word processor brings back otherwise. */
const LOSSES: Record<string, (tree: Node) => Node> = {
  // Its reader has no way to say where a list begins.
  'a list that goes on at seven': (n) => without(n, 'start'),
  'lists within lists': (n) => without(n, 'start'),
}

const without = (n: Node, key: string): Node => ({
  ...n,
  attrs: Object.fromEntries(Object.entries(n.attrs ?? {}).filter(([k]) => k !== key)),
  ...(n.content ? { content: n.content.map((c) => without(c, key)) } : {}),
})

it.each(texts)(
  '$name comes back from a word processor as it went',
  async ({ name, docx, text }) => {
    const bytes = Uint8Array.from(atob(docx), (c) => c.charCodeAt(0))
    const got = plain((await readWord(new Blob([bytes]))) as Node)
    const want = plain((LOSSES[name] ?? ((n) => n))(text as Node))
    expect(got).toEqual(want)
  },
)
