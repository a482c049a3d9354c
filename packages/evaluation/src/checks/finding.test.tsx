import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type CheckCell, type CheckSheet, checkSheet } from '../queries.ts'
import { CheckRow } from './finding.tsx'

const cell: CheckCell = {
  id: 'q',
  section_name: 'Standing',
  prompt: 'Trading licence',
  response_type: 'textbox',
  answer: 'No. 17',
  files: [],
  version: 0,
}
const sheet = (more: Partial<CheckSheet> = {}): CheckSheet => ({
  category_id: 'c',
  job_id: 'j',
  activity: 'tender',
  name: 'Monitors',
  timezone: 'Africa/Nairobi',
  submission_id: 'b',
  turn: 'first',
  supplier_id: 's',
  supplier_name: 'Savanna',
  open: true,
  mine: true,
  finished: false,
  hidden: false,
  settled: false,
  cells: [cell],
  ...more,
})
const found = (verdict: 'valid' | 'expired', by: string) => ({
  verdict,
  note: verdict === 'valid' ? '' : 'Ended on 3 May',
  by,
  at: '2026-11-25T14:00:00Z',
  version: 1,
})

const sent: unknown[] = []
let stored: CheckSheet
let answer: () => Response
const json = (body: unknown, status = 200, type = 'application/json') =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })

const Screen = ({ onChecked }: { onChecked: () => void }) => {
  const read = useQuery(checkSheet('c', 'b', 'first')).data
  const [now] = read?.cells ?? []
  return read && now ? (
    <ol>
      <CheckRow sheet={read} cell={now} changes={read.mine} onChecked={onChecked} />
    </ol>
  ) : null
}
const open = async (shown: CheckSheet) => {
  stored = shown
  const onChecked = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen onChecked={onChecked} />
    </QueryClientProvider>,
  )
  const row = await screen.findByRole('listitem', { name: 'Trading licence' })
  row.focus()
  return { user: userEvent.setup(), onChecked }
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['evaluation', 'sourcing', 'console', 'errors'])
  configureApi('buyer', { onSessionEnded: () => {} })
})
beforeEach(() => {
  sent.length = 0
  answer = () => json({ version: 1 })
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return json(stored)
    sent.push(await request.clone().json())
    return answer()
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it('takes a digit for the verdict, and Enter to store it', async () => {
  const { user, onChecked } = await open(sheet())
  await user.keyboard('1')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Valid' }).checked).toBe(true)
  stored = sheet({ cells: [{ ...cell, version: 1, check: found('valid', 'Me') }] })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onChecked).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ verdict: 'valid', note: '', version: 0 }])
})

it('asks what a verdict rests on at once, and a digit typed there is a digit', async () => {
  const { user, onChecked } = await open(sheet())
  await user.keyboard('2')
  const note = await screen.findByLabelText(/What this rests on/)
  await waitFor(() => expect(document.activeElement).toBe(note))
  await user.keyboard('Ended on 3 May{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onChecked).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ verdict: 'expired', note: 'Ended on 3 May', version: 0 }])
})

it('keeps what is typed when somebody else has checked meanwhile, and shows what they found', async () => {
  const { user, onChecked } = await open(sheet())
  answer = () => json({ code: 'assurance.changed', status: 409 }, 409, 'application/problem+json')
  stored = sheet({ cells: [{ ...cell, version: 1, check: found('expired', 'David Kimani') }] })
  await user.keyboard('1{Enter}')
  expect(await screen.findByText(/What you typed is below/)).toBeDefined()
  expect(screen.getByText(/David Kimani/)).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Valid' }).checked).toBe(true)
  expect(onChecked).not.toHaveBeenCalled()
  answer = () => json({ version: 2 })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onChecked).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toEqual({ verdict: 'valid', note: '', version: 1 })
})

it('offers nothing over what is hidden, and sets two opinions beside each other', async () => {
  await open(sheet({ hidden: true, cells: [{ ...cell, version: 1 }] }))
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText(/hidden until that check is finished/)).toBeDefined()
  cleanup()
  const both = { check: found('valid', 'Amina Otieno'), other: found('expired', 'David Kimani') }
  await open(sheet({ mine: false, settled: true, cells: [{ ...cell, version: 1, ...both }] }))
  expect(screen.getByText('They differ: the second check counts')).toBeDefined()
  expect(screen.getByText('Expired')).toBeDefined()
})
