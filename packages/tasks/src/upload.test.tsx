import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { ApiError, NetworkError } from '@zabuni/api/error'
import { startI18n } from '@zabuni/i18n'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { UploadFrame } from './upload.tsx'

beforeAll(async () => {
  await startI18n()
})
afterEach(cleanup)

/** A frame whose result is a button that says what a check told. */
const frame = (
  check: (file: File) => Promise<string>,
  start: (said: string, language: string, file: File) => Promise<string>,
) =>
  render(
    <MemoryRouter>
      <Suspense>
        <UploadFrame
          kind={{
            title: 'Codes',
            note: '',
            crumbs: [],
            template: async () => new Blob(),
            templateName: 'codes.xlsx',
            check,
            start,
          }}
          words={{
            step1: 'One',
            templateNote: '',
            template: 'Form',
            file: 'File',
            fileHint: '',
            maxBytes: 100,
          }}
          result={(said, _, onStart) => (
            <button type="button" onClick={onStart}>
              {said}
            </button>
          )}
        />
      </Suspense>
    </MemoryRouter>,
  )

const pick = async (...names: string[]) => {
  const input = await screen.findByLabelText('File')
  for (const name of names) fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
}

// Files are checked one after the other at their own pace: what is told of one must never stand under the name of another.
it('shows of two files that were chosen one after the other what the last would do', async () => {
  const answers = new Map<string, (said: string) => void>()
  const done: string[] = []
  frame(
    (file) => new Promise((said) => answers.set(file.name, said)),
    async (said, _, file) => {
      done.push(`${said} of ${file.name}`)
      return '/'
    },
  )
  await pick('first.xlsx', 'second.xlsx')
  answers.get('second.xlsx')?.('what the second does')
  await screen.findByRole('button', { name: 'what the second does' })
  answers.get('first.xlsx')?.('what the first does')
  await waitFor(() => expect(answers.size).toBe(2))
  fireEvent.click(await screen.findByRole('button', { name: 'what the second does' }))
  await waitFor(() => expect(done).toEqual(['what the second does of second.xlsx']))
  expect(screen.queryByRole('button', { name: 'what the first does' })).toBeNull()
})

// Somebody else was faster: what was shown is not what would be done, and the button under it would be refused for ever.
it('shows what a file would do now where it would no longer do what was shown', async () => {
  const says = ['adds three codes', 'adds one code']
  const done: string[] = []
  frame(
    async () => says.shift() ?? 'asked too often',
    async (said) => {
      if (said === 'adds three codes')
        throw new ApiError(409, { type: '', title: '', status: 409, code: 'reference.changed' })
      done.push(said)
      return '/'
    },
  )
  await pick('codes.xlsx')
  fireEvent.click(await screen.findByRole('button', { name: 'adds three codes' }))
  const now = await screen.findByRole('button', { name: 'adds one code' })
  expect(screen.queryByRole('button', { name: 'adds three codes' })).toBeNull()
  expect(screen.getByText(/has changed/)).toBeTruthy()
  fireEvent.click(now)
  await waitFor(() => expect(done).toEqual(['adds one code']))
})

// What cannot be told is not promised: the way on is to ask again.
it('asks again where what a file would do now could not be told', async () => {
  const says: (string | Error)[] = ['adds three codes', new NetworkError(), 'adds one code']
  frame(
    async () => {
      const next = says.shift() ?? 'asked too often'
      if (next instanceof Error) throw next
      return next
    },
    async () => {
      throw new ApiError(409, { type: '', title: '', status: 409, code: 'reference.changed' })
    },
  )
  await pick('codes.xlsx')
  fireEvent.click(await screen.findByRole('button', { name: 'adds three codes' }))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('button', { name: 'adds three codes' })).toBeNull()
  expect(screen.queryByText(/stands below/)).toBeNull()
  expect(screen.queryByText('No file chosen yet')).toBeNull()
  fireEvent.click(retry)
  expect(await screen.findByRole('button', { name: 'adds one code' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

/** A promise that is kept or broken when a test says so; what follows of it has then been drawn. */
const pending = <T,>() => {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((...ends) => {
    ;[resolve, reject] = ends
  })
  return {
    promise,
    keep: (value: T) => act(async () => resolve(value)),
    break: (error: Error) => act(async () => reject(error)),
  }
}
const changed = () =>
  new ApiError(409, { type: '', title: '', status: 409, code: 'reference.changed' })

// A result is what its file would do. Under the name of another it could be started, and that one would be done unseen.
it('puts the result away with its file, while the next is checked and when that fails', async () => {
  const second = pending<string>()
  frame(
    (file) => (file.name === 'second.xlsx' ? second.promise : Promise.resolve('adds three codes')),
    async () => '/',
  )
  await pick('first.xlsx')
  await screen.findByRole('button', { name: 'adds three codes' })
  await pick('second.xlsx')
  expect(screen.getByText('second.xlsx')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toMatch(/^Checking/)
  expect(screen.queryByRole('button', { name: 'adds three codes' })).toBeNull()
  await second.break(new NetworkError())
  expect(screen.getByText(/could not reach the server/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'adds three codes' })).toBeNull()
})

// The server may refuse a start when somebody has long gone on to another file: neither the refusal nor what the first
// would do now is of any use there, and it must not take the place of what they look at.
it('leaves the next file’s result where the start of one that was put away is refused', async () => {
  const started = pending<string>()
  const again = pending<string>()
  const checks = [Promise.resolve('adds three codes'), again.promise]
  frame(
    (file) =>
      file.name === 'second.xlsx'
        ? Promise.resolve('takes two off')
        : (checks.shift() ?? Promise.reject(new Error('asked too often'))),
    () => started.promise,
  )
  await pick('first.xlsx')
  fireEvent.click(await screen.findByRole('button', { name: 'adds three codes' }))
  await pick('second.xlsx')
  await screen.findByRole('button', { name: 'takes two off' })
  await started.break(changed())
  // While the first is checked once more, and when it is.
  expect(screen.getByRole('button', { name: 'takes two off' })).toBeTruthy()
  await again.keep('adds one code')
  expect(screen.getByRole('button', { name: 'takes two off' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'adds one code' })).toBeNull()
  expect(screen.queryByText(/has changed/)).toBeNull()
})

// It would be read as what is wrong with the file that stands there, and lead to mending the wrong one.
it('does not tell under the next file what was wrong with one that was put away', async () => {
  const files = new Map([
    ['first.xlsx', pending<string>()],
    ['second.xlsx', pending<string>()],
  ])
  frame(
    (file) => files.get(file.name)?.promise ?? Promise.reject(new Error('asked of none')),
    async () => '/',
  )
  await pick('first.xlsx', 'second.xlsx')
  await files.get('first.xlsx')?.break(new NetworkError())
  expect(screen.queryByText(/could not reach the server/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  // Neither has the check of the second ended with that of the first.
  expect(screen.getByRole('status').textContent).toMatch(/^Checking/)
  await files.get('second.xlsx')?.keep('takes two off')
  expect(screen.getByRole('button', { name: 'takes two off' })).toBeTruthy()
  expect(screen.queryByText(/could not reach the server/)).toBeNull()
})
