// @vitest-environment happy-dom
import { expect, expectTypeOf, it, vi } from 'vitest'
import type { paths as BuyerPaths } from './buyer.gen.ts'
import { asBytes, bytes, type Common } from './client.ts'
import { api } from './desk.ts'
import type { paths as OperatorPaths } from './operator.gen.ts'
import { configureApi } from './transport.ts'

const FILE = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff, 0x00])

it('sends bytes as they are, and all else as JSON', async () => {
  configureApi('operator', { onSessionEnded: vi.fn() })
  const sent: { type: string | null; body: Uint8Array }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request
    const body = new Uint8Array(await request.arrayBuffer())
    sent.push({ type: request.headers.get('content-type'), body })
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  await api.POST('/jobs/import', {
    params: { query: { activity: 'tender', file_name: 'a.json', plan: 0 } },
    ...asBytes(new Blob([FILE])),
  })
  await api.POST('/jobs/{job_id}/cancel', {
    params: { path: { job_id: 'j' } },
    body: { reason: 'à' },
  })
  expect(sent[0]).toEqual({ type: 'application/octet-stream', body: FILE })
  expect(sent[1]?.type).toBe('application/json')
  expect(new TextDecoder().decode(sent[1]?.body)).toBe('{"reason":"à"}')
})

it('answers bytes as they came', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(FILE))
  const call = api.GET('/letters/{letter_id}/pdf', {
    params: { path: { letter_id: 'l' } },
    parseAs: 'blob',
  })
  expect(new Uint8Array(await (await bytes(call)).arrayBuffer())).toEqual(FILE)
})

it('knows no operation that one of two servers lacks', () => {
  type Desk = Common<BuyerPaths, OperatorPaths>
  expectTypeOf<Extract<keyof Desk, '/bidders'>>().toBeNever()
  expectTypeOf<keyof Desk['/categories/{category_id}/letters']>().toEqualTypeOf<
    'get' | 'parameters'
  >()
})
