import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ApiError } from '@zabuni/api/error'
import { type Session, setSession } from '@zabuni/api/session'
import { configureApi } from '@zabuni/api/transport'
import { startI18n } from '@zabuni/i18n'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { useProof } from './proof.tsx'

const refusal = new ApiError(403, {
  type: 'about:blank',
  title: 'Forbidden',
  status: 403,
  code: 'step_up_required',
})
const wrong = {
  type: 'about:blank',
  title: 'Unprocessable',
  status: 422,
  code: 'invalid',
  errors: [{ pointer: '/password', code: 'field.required' }],
}
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  })
const sent: unknown[] = []
let answers: Response[] = []

// A form of the screen stands around the dialog, as it does where a profile is changed.
const Screen = ({ act, done, left, outer }: Record<string, (x?: unknown) => unknown>) => {
  const { withProof, proofDialog } = useProof()
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        outer?.()
      }}
    >
      <button type="button" onClick={() => void withProof(async () => act?.()).then(done, left)}>
        Act
      </button>
      {proofDialog}
    </form>
  )
}
const open = () => {
  const act = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue('acted')
  const [done, left, outer] = [vi.fn(), vi.fn(), vi.fn()]
  render(<Screen act={act} done={done} left={left} outer={outer} />)
  return { act, done, left, outer, user: userEvent.setup() }
}

beforeAll(async () => {
  await startI18n()
  configureApi('buyer', { onSessionEnded: () => {} })
})
beforeEach(() => {
  sent.length = 0
  answers = [json(200, {})]
  setSession({ method: 'password' } as Session)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    sent.push(await (input as Request).clone().json())
    return answers.shift() ?? json(500, {})
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('asks for the password, acts again, and leaves the form around it alone', async () => {
  const { act, done, outer, user } = open()
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await user.type(await screen.findByLabelText(/Password/), 'secret')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith('acted'))
  expect(act).toHaveBeenCalledTimes(2)
  expect(sent).toEqual([{ password: 'secret' }])
  expect(outer).not.toHaveBeenCalled()
})

it('asks for the code of the app where one signs in with it', async () => {
  setSession({ method: 'app' } as Session)
  const { done, user } = open()
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await user.type(await screen.findByLabelText(/app/i), '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent).toEqual([{ code: '123456' }])
})

it('says at the field what is wrong, and waits for another try', async () => {
  answers = [json(422, wrong), json(200, {})]
  const { act, done, user } = open()
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await user.type(await screen.findByLabelText(/Password/), 'x')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() =>
    expect(screen.getByLabelText(/Password/).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(act).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() => expect(done).toHaveBeenCalled())
})

it('hands the refusal to who gives up', async () => {
  const { act, left, user } = open()
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith(refusal))
  expect(act).toHaveBeenCalledTimes(1)
})
