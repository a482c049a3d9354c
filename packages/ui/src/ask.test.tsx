import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { startI18n } from '@zabuni/i18n'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { AskDialog, ReasonDialog } from './ask.tsx'

beforeAll(async () => {
  await startI18n()
})
afterEach(cleanup)

const words = { title: 'Remove it?', description: 'For good.', action: 'Remove' }

const Screen = ({ send, typed }: { send: () => unknown; typed?: string }) => {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        again
      </button>
      <AskDialog
        {...words}
        open={open}
        onClose={() => setOpen(false)}
        typed={typed}
        send={async () => {
          await send()
          setOpen(false)
        }}
      />
    </>
  )
}
const act = () => screen.getByRole('button', { name: 'Remove' })

it('stays open with the reason when the act fails, and is fresh when it is asked again', async () => {
  const user = userEvent.setup()
  const send = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce(undefined)
  render(<Screen send={send} />)
  await user.click(act())
  expect(await screen.findByRole('alert')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'again' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(act())
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(send).toHaveBeenCalledTimes(2)
})

it('opens the act only to who has typed what is asked', async () => {
  const user = userEvent.setup()
  const send = vi.fn()
  render(<Screen send={send} typed="ZB/TN/1" />)
  const field = screen.getByRole('textbox')
  await user.type(field, 'ZB/TN{Enter}')
  expect((act() as HTMLButtonElement).disabled).toBe(true)
  await user.type(field, '/1{Enter}')
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
})

it.each([
  ['an answer', <AskDialog key="a" {...words} open onClose={() => {}} send={() => {}} />],
  [
    'a reason',
    <ReasonDialog
      key="r"
      {...words}
      open
      onClose={() => {}}
      reasonHint="Why"
      send={async () => {}}
    />,
  ],
])('%s is nothing that the form around it hears', async (_, dialog) => {
  const user = userEvent.setup()
  const saved = vi.fn((e: { preventDefault: () => void }) => e.preventDefault())
  render(<form onSubmit={saved}>{dialog}</form>)
  await user.click(act())
  expect(saved).not.toHaveBeenCalled()
})
