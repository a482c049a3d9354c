import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useGoOn } from './rail.tsx'

afterEach(cleanup)

let goOn: (to: string) => void
const Screen = ({ drawn }: { drawn: number }) => {
  goOn = useGoOn(drawn, (to: string) => document.getElementById(to)?.focus())
  return (
    <>
      <button type="button" id="next" key={drawn}>
        Next
      </button>
      <button type="button">Else</button>
    </>
  )
}

it('goes on, and there once more where it is drawn anew', () => {
  const { rerender } = render(<Screen drawn={1} />)
  act(() => goOn('next'))
  const next = screen.getByRole('button', { name: 'Next' })
  expect(document.activeElement).toBe(next)
  rerender(<Screen drawn={2} />)
  expect(next.isConnected).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
})

it('leaves somebody who has gone elsewhere where they are', () => {
  const { rerender } = render(<Screen drawn={1} />)
  act(() => goOn('next'))
  const other = screen.getByRole('button', { name: 'Else' })
  other.focus()
  rerender(<Screen drawn={2} />)
  expect(document.activeElement).toBe(other)
})

it('takes nobody anywhere who has not gone on', () => {
  const { rerender } = render(<Screen drawn={1} />)
  rerender(<Screen drawn={2} />)
  expect(document.activeElement).toBe(document.body)
})
