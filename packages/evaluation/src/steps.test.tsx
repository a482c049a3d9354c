import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { mapOf } from '@zabuni/activities/address'
import { POLICIES } from '@zabuni/activities/policies.gen'
import { StreetsProvider } from '@zabuni/activities/ui/here'
import { type Session, setSession } from '@zabuni/api/session'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Bids } from './bids.tsx'
import { Declaration } from './declaration.tsx'
import { Origin } from './origin.tsx'
import { type Desk, declare, type OpenedBid } from './queries.ts'
import { evaluationRows } from './routes.ts'
import { Steps } from './steps.tsx'
import { WithheldNote } from './withheld.tsx'

const policy = POLICIES.find((p) => p.activity === 'tender')
const bid = (name: string, scored: number, more: Partial<OpenedBid> = {}): OpenedBid => ({
  submission_id: `of-${name}`,
  supplier_id: name,
  supplier_name: name,
  position: 1,
  version: 1,
  received_at: '2026-11-25T14:00:00Z',
  failed: [],
  low: [],
  explanation: [],
  scored,
  ...more,
})
const amina = { id: 'amina', name: 'Amina Otieno', interest: 'none', scored: 240 } as const
const david = { id: 'david', name: 'David Kimani', interest: 'none', scored: 40 } as const
const then = { final_at: '2026-11-26T14:00:00Z' }
const desk = (more: Partial<Desk> = {}) =>
  ({
    category_id: 'c',
    activity: 'tender',
    status: 'technical_evaluation',
    policy,
    pass_mark: '70',
    technical_weight: '60',
    financial_weight: '40',
    to_score: 120,
    my_interest: 'none',
    my_final: false,
    evaluators: [amina],
    bids: [bid('Savanna', 120), bid('Volta', 120)],
    ...more,
  }) as Desk

const sent: string[] = []
const reads: string[] = []
let read: unknown = {}
let checked: unknown = { questions: [], bids: [] }
const rows = evaluationRows('buyer')
const open = async (element: ReactElement, now?: Desk) => {
  if (now) read = now
  const row = rows.find(({ path }) => path.includes('tender/evaluation/instructions'))
  const router = createMemoryRouter([{ path: '/', handle: row?.handle, element }])
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <StreetsProvider value={{ desk: 'buyer', map: mapOf(rows) }}>
        <RouterProvider router={router} />
      </StreetsProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const button = (name: string) => screen.getByRole('button', { name })

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['evaluation', 'console'])
  configureApi('buyer', { onSessionEnded: () => {} })
  setSession({
    first_name: 'Amina',
    last_name: 'Otieno',
    user_type: 'buyer',
    privileges: ['EVALUATE_BIDS'],
  } as Partial<Session> as Session)
})
beforeEach(() => {
  sent.length = 0
  reads.length = 0
  vi.stubGlobal('fetch', async ({ method, url }: Request) => {
    const list = method === 'GET' ? reads : sent
    list.push(`${method} ${new URL(url).pathname}`)
    if (url.endsWith('/assurance')) return Response.json(checked)
    return method === 'GET' ? Response.json(read) : new Response(null, { status: 204 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('asks before scores are final, and says who, what and how many', async () => {
  const user = await open(<Steps d={desk()} quiet={false} />, desk())
  await user.click(button('Make my scores final'))
  const asked = within(await screen.findByRole('dialog'))
  expect(asked.getByText('Nobody can change your scores afterwards, not even you.')).toBeTruthy()
  for (const said of ['Amina Otieno', '2', '240']) expect(asked.getByText(said)).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(asked.getByRole('button', { name: 'Make my scores final' }))
  await waitFor(() => expect(sent).toEqual(['POST /api/buyer/categories/c/evaluation/finish']))
})

it('names the gaps instead, with the way to each', async () => {
  const d = desk({ bids: [bid('Savanna', 119), bid('Volta', 120), bid('Nile', 0)] })
  const user = await open(<Steps d={d} quiet={false} />, d)
  await user.click(button('Make my scores final'))
  expect(await screen.findByText('121 answers have no score yet:')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const links = screen.getAllByRole('link').map((a) => [a.textContent, a.getAttribute('href')])
  expect(links).toEqual([
    ['Savanna: 1 answer', '/company/tender/conduct/evaluation/c/of-Savanna#unscored'],
    ['Nile: 120 answers', '/company/tender/conduct/evaluation/c/of-Nile#unscored'],
  ])
})

it('asks by what is so now, not by what was read before the last score', async () => {
  const before = desk({ bids: [bid('Savanna', 119), bid('Volta', 120)] })
  const user = await open(<Steps d={before} quiet={false} />, desk())
  await user.click(button('Make my scores final'))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

it('says who has not finished before results are fixed, and by whose scores they are', async () => {
  const mine = { ...amina, ...then }
  const one = desk({ my_final: true, evaluators: [mine, david] })
  const user = await open(<Steps d={one} quiet={false} />, one)
  await user.click(button('Fix the technical results'))
  expect(await screen.findByText('David Kimani: 40 of 240 scored')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()

  const both = desk({ my_final: true, evaluators: [mine, { ...david, ...then }] })
  await open(<Steps d={both} quiet={false} />, both)
  await user.click(button('Fix the technical results'))
  const asked = within(await screen.findByRole('dialog'))
  for (const said of ['Amina Otieno, David Kimani', '70.00%'])
    expect(asked.getByText(said)).toBeTruthy()
  await user.click(asked.getByRole('button', { name: 'Fix the technical results' }))
  await waitFor(() => expect(sent).toEqual(['POST /api/buyer/categories/c/evaluation/complete']))
})

it('says how many checks are open before results are fixed without them', async () => {
  const part = (done: number) => ({ done })
  const of = (done: number) => ({ drawn: false, first: part(done), second: part(0) })
  checked = { questions: ['q', 'r'], bids: [of(0), of(1)] }
  const d = desk({ my_final: true, evaluators: [{ ...amina, ...then }] })
  const user = await open(<Steps d={d} quiet={false} />, d)
  await user.click(button('Fix the technical results'))
  const asked = within(await screen.findByRole('dialog'))
  expect(asked.getByText(/3 answers have not been checked yet/)).toBeTruthy()
  cleanup()

  checked = { questions: ['q', 'r'], bids: [of(2), of(2)] }
  await open(<Steps d={d} quiet={false} />, d)
  await user.click(button('Fix the technical results'))
  await screen.findByRole('dialog')
  expect(screen.queryByText(/have not been checked/)).toBeNull()
})

it('leads to the opening where the prices are to be opened', async () => {
  const fixed = { technical_pass: true }
  const d = desk({ settled: true, bids: [bid('Savanna', 120, fixed), bid('Volta', 120, fixed)] })
  await open(<Steps d={d} quiet={false} />)
  const link = screen.getByRole('link', { name: 'Go to the opening' })
  expect(link.getAttribute('href')).toBe('/company/tender/opening/c')
})

it('is not the loudest where a declaration is still to be made', async () => {
  await open(
    <>
      <Declaration categoryId="c" declare={declare} />
      <Steps d={desk({ my_final: true })} quiet />
    </>,
  )
  const loud = screen.getAllByRole('button').filter((b) => b.className.includes('bg-brand'))
  expect(loud.map((b) => b.textContent)).toEqual(['Declare'])
})

it('offers nothing to who is apart, and says why they are shown nothing', async () => {
  const d = desk({ my_interest: 'recused', apart: true, withheld: 'apart' })
  await open(
    <>
      <WithheldNote d={d} />
      <Steps d={d} quiet={false} />
    </>,
  )
  expect(screen.getByText(/^You have declared an interest or stepped back/)).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryAllByRole('link')).toEqual([])
})

it('leads who has not declared to the declaration', async () => {
  await open(<WithheldNote d={desk({ asks: true, withheld: 'undeclared' })} />)
  const link = screen.getByRole('link', { name: 'Declare your interests' })
  expect(link.getAttribute('href')).toBe('/company/tender/evaluation/instructions/c')
})

it('declares nothing for anybody', async () => {
  const user = await open(<Declaration categoryId="c" declare={declare} />)
  expect(screen.getAllByRole<HTMLInputElement>('radio').some((r) => r.checked)).toBe(false)
  await user.click(button('Declare'))
  expect(await screen.findByText('This field is required.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(screen.getByLabelText('I have no interest in any bidder'))
  await user.click(button('Declare'))
  await waitFor(() => expect(sent).toEqual(['POST /api/buyer/categories/c/evaluation/declaration']))
})

it('shows how far one is with each bid, and begins where a score is missing', async () => {
  await open(<Bids d={desk({ bids: [bid('Savanna', 40), bid('Volta', 120)] })} />)
  expect(screen.getByText('40 of 120 scored')).toBeTruthy()
  const links = screen.getAllByRole('link', { name: 'Score' })
  expect(links.map((a) => a.getAttribute('href')?.split('/').at(-1))).toEqual([
    'of-Savanna#unscored',
    'of-Volta',
  ])
})

it('names question, evaluator and comment behind a figure, and leads to the answer', async () => {
  read = {
    sections: [{ id: 's', text: 'Experience' }],
    questions: [{ id: 'q', text: 'How will you work?' }],
    options: [],
    remarks: [
      {
        submission_id: 'of-Savanna',
        question_id: 'q',
        evaluator_id: 'david',
        comment: 'Of another',
      },
      {
        submission_id: 'of-Volta',
        question_id: 'q',
        evaluator_id: 'amina',
        comment: 'Of another bid',
      },
      { submission_id: 'of-Savanna', question_id: 'q', evaluator_id: 'amina', comment: 'In full' },
    ],
  }
  const explanation: OpenedBid['explanation'] = [
    { depth: 0, code: 'technical.total', of: 'of-Savanna', shown: '54.17' },
    { depth: 1, code: 'section.score', of: 's', shown: '54.17' },
    { depth: 2, code: 'criterion.score', of: 'q', shown: '32.50', steps: ['32.5 ÷ 1 = 32.5'] },
    { depth: 3, code: 'mark', of: 'q', source: 'amina', shown: '32.50' },
  ]
  const user = await open(
    <Origin d={desk({ my_final: true })} bid={bid('Savanna', 1, { explanation })} indent={false} />,
  )
  expect(reads).toEqual([])
  await user.click(screen.getByText('Where these figures come from'))
  const link = await screen.findByRole('link', { name: 'How will you work?' })
  expect(link.getAttribute('href')).toBe('/company/tender/conduct/evaluation/c/of-Savanna#q-q')
  const lines = screen.getAllByRole('listitem').map((li) => li.textContent)
  expect(lines).toEqual([
    'Technical score54.17',
    'Section: Experience54.17',
    'Question: How will you work?32.5 ÷ 1 = 32.532.50',
    "Evaluator's mark: Amina OtienoIn full32.50",
  ])
})
