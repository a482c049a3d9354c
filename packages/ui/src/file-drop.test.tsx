import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { startI18n } from '@zabuni/i18n'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { FileDrop } from './file-drop.tsx'

beforeAll(async () => {
  await startI18n()
})
afterEach(cleanup)

const file = (name: string, size: number) => new File([new Uint8Array(size)], name)

it('tells of each file why it is refused, an empty one too, and takes the others', async () => {
  let taken: string[] = []
  render(
    <Suspense>
      <FileDrop
        label="Papers"
        files={[]}
        maxBytes={10}
        onPick={(files) => {
          taken = files.map((f) => f.name)
        }}
        onRemove={() => undefined}
      />
    </Suspense>,
  )
  const input = await screen.findByLabelText('Papers')
  const files = [
    file('big.pdf', 11),
    file('bad.exe', 1),
    file('empty.pdf', 0),
    file('good.pdf', 10),
    file('bigger.pdf', 12),
  ]
  fireEvent.change(input, { target: { files } })
  expect(taken).toEqual(['good.pdf'])
  const lines = [...screen.getByRole('alert').querySelectorAll('li')].map((li) => li.textContent)
  expect(lines.map((line) => line?.split(/[ :]/)[0])).toEqual([
    'big.pdf',
    'bad.exe',
    'empty.pdf',
    'bigger.pdf',
  ])
  expect(lines[2]).toBe('empty.pdf is empty.')
  fireEvent.change(input, { target: { files: [file('good.pdf', 1)] } })
  expect(screen.queryByRole('alert')).toBeNull()
})
