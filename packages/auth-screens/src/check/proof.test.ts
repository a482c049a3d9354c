import { describe, expect, it } from 'vitest'
// Written by the Go that makes proofs; read here by what docs/formats.md says.
import sound from '../../../../core/platform/seal/testdata/proof.json'
import { NotGenuine } from './notes.ts'
import { checkProof } from './proof.ts'

const json = JSON.stringify(sound)

type Members = { [name: string]: unknown }

describe('a proof', () => {
  it('says what was received, logged and counted', async () => {
    const proven = await checkProof(json, sound.verifier_key)
    expect(proven).toMatchObject({
      key: sound.verifier_key,
      version: '2',
      logged: { index: 3, size: 9 },
      closing: { count: 3, closed: '2026-11-22T12:00:00.000000Z' },
    })
    expect(sound.receipt).toContain(`submission ${proven.submission}\n`)
  })

  it('has no closing before there is one', async () => {
    const { closing: _, ...open } = sound
    expect((await checkProof(JSON.stringify(open))).closing).toBeUndefined()
  })

  it('is refused under another key than the published one', async () => {
    await expect(checkProof(json, `${sound.verifier_key}x`)).rejects.toThrow(NotGenuine)
  })

  // Each figure and each hash counts, and of long texts every third letter is tried.
  const leaves = (value: unknown, path: readonly string[] = []): [string, readonly string[]][] =>
    typeof value === 'object' && value
      ? Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]))
      : [[path.join('.'), path]]
  it.each(leaves(sound))('refuses another %s', async (_, path) => {
    const changed: Members = structuredClone(sound)
    const holder = path.slice(0, -1).reduce((at, name) => at[name] as Members, changed)
    const last = path.at(-1) ?? ''
    const value = holder[last]
    const others =
      typeof value === 'number'
        ? [value + 1, value - 1, -1, 0.5, '3', null]
        : [...String(value)].flatMap((letter, at) =>
            String(value).length > 80 && at % 3
              ? []
              : String(value).slice(0, at) +
                (letter === 'a' ? 'b' : 'a') +
                String(value).slice(at + 1),
          )
    for (const other of others) {
      holder[last] = other
      await expect(checkProof(JSON.stringify(changed)), String(other)).rejects.toThrow(NotGenuine)
    }
  })

  it.each(['', 'x', '[]', 'null', '{}', '{"format":"zabuni/proof/v1"}'])(
    'is not %j',
    async (other) => {
      await expect(checkProof(other)).rejects.toThrow(NotGenuine)
    },
  )
})
