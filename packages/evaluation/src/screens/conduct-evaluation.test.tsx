import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { mapOf } from '@zabuni/activities/address'
import { POLICIES } from '@zabuni/activities/policies.gen'
import { StreetsProvider } from '@zabuni/activities/ui/here'
import { type Session, setSession } from '@zabuni/api/session'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Sheet } from '../queries.ts'
import { evaluationRows } from '../routes.ts'
import ConductEvaluation from './conduct-evaluation.tsx'

type Scored = { submission_id: string; question_id: string; value: string }
const BIDS = ['Savanna', 'Volta', 'Nile']
const QUESTIONS = ['q1', 'q2', 'q3', 'q4']
const rows = evaluationRows('buyer')
let sent: Scored[] = []

const cellOf = (submission_id: string, question_id: string) => {
  const mine = sent.findLast(
    (s) => s.submission_id === submission_id && s.question_id === question_id,
  )
  return {
    submission_id,
    question_id,
    value: 'With care',
    files: [],
    ...(mine ? { mine: mine.value } : {}),
  }
}
const sheetNow = () =>
  ({
    activity: 'tender',
    desk: {
      category_id: 'c',
      activity: 'tender',
      name: 'Pumps',
      policy: POLICIES.find((p) => p.activity === 'tender'),
      my_final: false,
      bids: BIDS.map((name, i) => ({
        submission_id: name,
        supplier_name: name,
        position: i + 1,
      })),
    },
    questions: QUESTIONS.map((id) => ({
      id,
      section_id: 's',
      section_name: 'Method',
      prompt: `How ${id}?`,
      response_type: 'textbox',
      max_score: '60.00',
      manual: true,
    })),
    cells: BIDS.flatMap((bid) => QUESTIONS.map((id) => cellOf(bid, id))),
  }) as unknown as Sheet

const open = async (at: string) => {
  const row = rows.find((r) => r.handle && r.path.includes('/company/tender/conduct/evaluation/'))
  if (!row) throw new Error('there is no such screen')
  const router = createMemoryRouter(
    [{ path: row.path, handle: row.handle, element: <ConductEvaluation /> }],
    { initialEntries: [`/company/tender/conduct/evaluation/c/${at}#unscored`] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StreetsProvider value={{ desk: 'buyer', map: mapOf(rows) }}>
        <RouterProvider router={router} />
      </StreetsProvider>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), router }
}
/** The answer that the keys are at. */
const here = (prompt: string) =>
  waitFor(() =>
    expect(document.activeElement?.closest('li')?.getAttribute('aria-label')).toBe(prompt),
  )

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['evaluation', 'console'])
  configureApi('buyer', { onSessionEnded: () => {} })
  setSession({ user_type: 'buyer', privileges: ['EVALUATE_BIDS'] } as Partial<Session> as Session)
  Element.prototype.scrollIntoView ??= () => {}
})
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return Response.json(sheetNow())
    sent.push(...((await request.json()) as { marks: Scored[] }).marks)
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it('scores every bid without a mouse: three keys for a score of two digits, and none between bids', async () => {
  const { user, router } = await open('Volta')
  let keys = 0
  for (const bid of ['Volta', 'Nile', 'Savanna'])
    for (const id of QUESTIONS) {
      await screen.findByRole('heading', { name: bid })
      await here(`How ${id}?`)
      await user.keyboard('41')
      await user.keyboard('{Enter}')
      keys += 3
    }
  await waitFor(() => expect(sent.length).toBe(12))
  expect(keys).toBe(3 * sent.length)
  expect(new Set(sent.map((s) => s.submission_id + s.question_id)).size).toBe(12)
  expect(new Set(sent.map((s) => s.value))).toEqual(new Set(['41']))
  // Nothing is open any more: nobody is led away.
  expect(router.state.location.pathname).toContain('/Savanna')
})

it('stays at a bid where the last score is saved by the mouse', async () => {
  sent = BIDS.slice(0, 1).flatMap((submission_id) =>
    QUESTIONS.slice(0, 3).map((question_id) => ({ submission_id, question_id, value: '5' })),
  )
  const { user, router } = await open('Savanna')
  await here('How q4?')
  await user.keyboard('41')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.length).toBe(4))
  expect(router.state.location.pathname).toContain('/Savanna')
})
