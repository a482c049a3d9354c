import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { Toaster } from '@zabuni/ui/toast'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Cell, type Question, type Sheet, sheet } from '../queries.ts'
import { Mark } from './mark.tsx'

const question: Question = {
  id: 'q',
  section_id: 's',
  section_name: 'Method',
  prompt: 'How will you work?',
  response_type: 'textbox',
  max_score: '60.00',
  manual: true,
}
const cell: Cell = { submission_id: 'b', question_id: 'q', value: 'With care', files: [] }
const sent: unknown[] = []
let answer: () => Promise<Response>

const Screen = ({ onScored }: { onScored: () => void }) => {
  const { data } = useQuery({ ...sheet('c'), enabled: false })
  const [mine = cell] = data?.cells ?? []
  return <Mark question={question} cell={mine} categoryId="c" final={false} onScored={onScored} />
}
const open = async (mine?: { mine: string; comment?: string }) => {
  const onScored = vi.fn()
  const client = new QueryClient()
  client.setQueryData(sheet('c').queryKey, {
    cells: [
      { ...cell, ...mine },
      { ...cell, submission_id: 'other' },
    ],
  } as unknown as Sheet)
  render(
    <QueryClientProvider client={client}>
      <Screen onScored={onScored} />
      <Toaster />
    </QueryClientProvider>,
  )
  const score = await screen.findByLabelText('Score (0 to 60)')
  const cells = () => client.getQueryData(sheet('c').queryKey)?.cells
  return { user: userEvent.setup(), score, onScored, cells }
}
const messages = () => screen.getByRole('list', { name: 'Messages' }).children.length

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['evaluation', 'console'])
  configureApi('buyer', { onSessionEnded: () => {} })
})
beforeEach(() => {
  sent.length = 0
  answer = async () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.clone().json())
    return answer()
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it('keeps a comment as it is typed, until the score is stored', async () => {
  const { user } = await open()
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  await user.keyboard('Cold chain described')
  cleanup() // the reload

  const again = await open()
  expect(screen.getByText('Cold chain described')).toBeTruthy()
  expect(screen.getByText('Not saved yet. It is kept on this device.')).toBeTruthy()
  await again.user.type(again.score, '55{Enter}')
  await screen.findByText('Score saved')
  expect(sent).toEqual([
    {
      marks: [
        { submission_id: 'b', question_id: 'q', value: '55', comment: 'Cold chain described' },
      ],
    },
  ])
  cleanup()
  await open({ mine: '12.00' })
  expect(screen.queryByText('Cold chain described')).toBeNull()
})

it('ticks the question and says nothing over it', async () => {
  const { user, score, cells } = await open({ mine: '10.00' })
  await user.clear(score)
  await user.type(score, '41.5{Enter}')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Score saved'))
  expect(messages()).toBe(0)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  // What was read of all bids is put right without reading it again.
  expect(cells()?.map(({ mine }) => mine)).toEqual(['41.5', undefined])
})

it('goes on at once, and tells where something was not stored', async () => {
  let refuse = () => {}
  answer = () =>
    new Promise((_, reject) => {
      refuse = () => reject(new TypeError('Failed to fetch'))
    })
  const { user, score, onScored } = await open()
  await user.type(score, '41{Enter}')
  await waitFor(() => expect(sent.length).toBe(1))
  expect(onScored).toHaveBeenCalledTimes(1)
  refuse()
  await screen.findByText('Not saved: the score of “How will you work?”')
  expect(screen.getByText('Not saved yet. It is kept on this device.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
})

it('stays where a score does not fit', async () => {
  const fault = {
    pointer: '/marks/0/value',
    code: 'field.range',
    params: { min: '0', max: '60' },
  }
  answer = async () =>
    new Response(JSON.stringify({ status: 422, code: 'invalid', title: '', errors: [fault] }), {
      status: 422,
      headers: { 'content-type': 'application/problem+json' },
    })
  const { user, score, onScored } = await open()
  await user.type(score, '61{Enter}')
  await screen.findByText('Enter a value from 0 to 60.')
  expect(onScored).not.toHaveBeenCalled()
})
