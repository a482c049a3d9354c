import { verifyAsync } from '@noble/ed25519'

/** Something in a file is not as it was signed. */
export class NotGenuine extends Error {}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** SHA-256 over the parts, one after the other. */
export const sha256 = async (...parts: readonly Uint8Array[]): Promise<Uint8Array> => {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all))
}

/** Lower-case hex. */
export const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

// The bytes of lower-case hex.
const fromHex = (text: string): Uint8Array => {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new NotGenuine('hex')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

const fromBase64 = (text: string): Uint8Array => {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    throw new NotGenuine('base64')
  }
  if (btoa(binary) !== text) throw new NotGenuine('base64')
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

/** A public key as the platform publishes it: docs/formats.md, 1. */
export type Key = { name: string; hash: string; bytes: Uint8Array }

/** Reads a public key. */
export const readKey = async (text: string): Promise<Key> => {
  const [, name, hash, base64] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? []
  if (!name || !hash || !base64) throw new NotGenuine('key')
  const bytes = fromBase64(base64)
  const own = hex((await sha256(bytesOf(`${name}\n`), bytes)).subarray(0, 4))
  if (bytes.length !== 33 || bytes[0] !== 1 || own !== hash) throw new NotGenuine('key')
  return { name, hash, bytes: bytes.subarray(1) }
}

/** The text of a note that the key has signed, in its one form: docs/formats.md, 2. */
export const openNote = async (note: string, key: Key): Promise<string> => {
  const at = note.lastIndexOf('\n\n')
  const [, name, base64] = /^— (\S+) (\S+)\n$/.exec(note.slice(at + 2)) ?? []
  if (at < 0 || name !== key.name || !base64) throw new NotGenuine('note')
  const signed = fromBase64(base64)
  if (signed.length !== 68 || hex(signed.subarray(0, 4)) !== key.hash) throw new NotGenuine('note')
  const text = note.slice(0, at + 1)
  if (!(await verifyAsync(signed.subarray(4), bytesOf(text), key.bytes)))
    throw new NotGenuine('note')
  return text
}

/** The lines of a note's text under its title, by their names; names that come again follow each other. */
export const linesOf = (text: string, title: string, name: string): readonly string[][] => {
  const [first, ...rest] = text.slice(0, -1).split('\n')
  if (first !== title || rest[0] !== `log ${name}`) throw new NotGenuine('note')
  return rest.slice(1).map((line) => {
    const gap = line.indexOf(' ')
    return [line.slice(0, gap), line.slice(gap + 1)]
  })
}

/** Fails unless leaf stands at index of the tree: docs/formats.md, 4. */
export const included = async (
  leaf: string,
  index: number,
  size: number,
  root: string,
  proof: readonly string[],
): Promise<void> => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size)
    throw new NotGenuine('tree')
  let node = await sha256(Uint8Array.of(0), bytesOf(leaf))
  let at = index
  let last = size - 1
  for (const step of proof) {
    const other = fromHex(step)
    if (other.length !== 32 || last === 0) throw new NotGenuine('tree')
    if (at % 2 === 1 || at === last) {
      node = await sha256(Uint8Array.of(1), other, node)
      while (at % 2 === 0 && at > 0) {
        at /= 2
        last = Math.floor(last / 2)
      }
    } else {
      node = await sha256(Uint8Array.of(1), node, other)
    }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  if (last !== 0 || hex(node) !== root) throw new NotGenuine('tree')
}

/** A head of the log: docs/formats.md, 5. */
export const readHead = async (note: string, key: Key) => {
  const [name, size, root, rest] = (await openNote(note, key)).split('\n')
  if (name !== key.name || !/^\d{1,15}$/.test(size ?? '') || !root || rest !== '')
    throw new NotGenuine('head')
  return { size: Number(size), root: hex(fromBase64(root)) }
}
