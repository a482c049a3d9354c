import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { startI18n } from '@zabuni/i18n'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { UploadFrame } from './upload.tsx'

beforeAll(async () => {
  await startI18n()
})
afterEach(cleanup)

// Files are checked one after the other at their own pace: what is told of one must never stand under the name of another.
it('shows of two files that were chosen one after the other what the last would do', async () => {
  const answers = new Map<string, (said: string) => void>()
  const done: string[] = []
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
            check: (file: File) => new Promise<string>((said) => answers.set(file.name, said)),
            start: async (said, _, file) => {
              done.push(`${said} of ${file.name}`)
              return '/'
            },
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
  const input = await screen.findByLabelText('File')
  for (const name of ['first.xlsx', 'second.xlsx'])
    fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
  answers.get('second.xlsx')?.('what the second does')
  await screen.findByRole('button', { name: 'what the second does' })
  answers.get('first.xlsx')?.('what the first does')
  await waitFor(() => expect(answers.size).toBe(2))
  fireEvent.click(await screen.findByRole('button', { name: 'what the second does' }))
  await waitFor(() => expect(done).toEqual(['what the second does of second.xlsx']))
  expect(screen.queryByRole('button', { name: 'what the first does' })).toBeNull()
})
