import { hex, included, linesOf, NotGenuine, openNote, readHead, readKey, sha256 } from './notes.ts'

/** What a sound file says. */
export type Proven = {
  key: string
  submission: string
  category: string
  version: string
  received: string
  /** The entry of the log, and how many there are at the head that the proof leads to. */
  logged: { index: number; size: number }
  closing?: { closed: string; count: number }
}

type File = {
  format?: unknown
  verifier_key?: unknown
  receipt?: unknown
  log?: { entry?: unknown; index?: unknown; checkpoint?: unknown; proof?: unknown }
  closing?: { note?: unknown; index?: unknown; proof?: unknown } | null
}

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new NotGenuine('proof')
  return value
}
const number = (value: unknown): number => {
  if (typeof value !== 'number') throw new NotGenuine('proof')
  return value
}
const list = (value: unknown): readonly string[] => {
  // A list without members may be written as null.
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw new NotGenuine('proof')
  return value.map(text)
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    throw new NotGenuine('proof')
  }
}

const RECEIPT = ['submission', 'category', 'supplier', 'version', 'received', 'nonce']
const ENVELOPE = ['envelope', 'sealed', 'commit']
const CLOSING = ['category', 'closed', 'count', 'root']

const named = (lines: readonly string[][], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name, i) => {
      const [found, value] = lines[i] ?? []
      if (found !== name || value === undefined) throw new NotGenuine('note')
      return [name, value]
    }),
  )

/**
 * Checks a proof by docs/formats.md, 7, without asking anybody. `published` is the
 * platform's key as it gives it; without it the file's own is taken.
 */
export const checkProof = async (json: string, published?: string): Promise<Proven> => {
  const file = parsed(json) as File | null
  if (typeof file !== 'object' || file?.format !== 'zabuni/proof/v1') throw new NotGenuine('proof')
  const own = text(file.verifier_key)
  if (published && published.trim() !== own) throw new NotGenuine('key')
  const key = await readKey(own)

  const receipt = text(file.receipt)
  const receiptText = await openNote(receipt, key)
  const lines = linesOf(receiptText, 'zabuni/receipt/v1', key.name)
  const said = named(lines, RECEIPT)
  for (let at = RECEIPT.length; at < lines.length; at += ENVELOPE.length)
    named(lines.slice(at), ENVELOPE)

  const head = await readHead(text(file.log?.checkpoint), key)
  const entry = text(file.log?.entry)
  const index = number(file.log?.index)
  await included(entry, index, head.size, head.root, list(file.log?.proof))
  const logged = parsed(entry) as {
    object_id?: unknown
    detail?: { receipt_sha256?: unknown }
  } | null
  if (
    logged?.object_id !== said.submission ||
    logged?.detail?.receipt_sha256 !== hex(await sha256(new TextEncoder().encode(receipt)))
  )
    throw new NotGenuine('entry')

  const proven: Proven = {
    key: own,
    submission: said.submission ?? '',
    category: said.category ?? '',
    version: said.version ?? '',
    received: said.received ?? '',
    logged: { index, size: head.size },
  }
  if (!file.closing) return proven
  const closing = named(
    linesOf(await openNote(text(file.closing.note), key), 'zabuni/closing/v1', key.name),
    CLOSING,
  )
  if (closing.category !== said.category) throw new NotGenuine('closing')
  const leaf = `zabuni/closing-leaf/v1\n${receiptText.slice(receiptText.indexOf('\nsubmission ') + 1)}`
  await included(
    leaf,
    number(file.closing.index),
    Number(closing.count),
    closing.root ?? '',
    list(file.closing.proof),
  )
  return { ...proven, closing: { closed: closing.closed ?? '', count: Number(closing.count) } }
}
