import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { i18n, startI18n } from '@zabuni/i18n'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { SearchInput } from './filters.tsx'

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('console')
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const box = () => screen.getByRole<HTMLInputElement>('searchbox')
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const pause = () => act(() => vi.advanceTimersByTimeAsync(300))

it('keeps what was typed before the first effects of a screen ran', async () => {
  const heard = vi.fn()
  const Quick = () => {
    // In the same turn as the screen is drawn: nothing of it has come to rest.
    useLayoutEffect(() => {
      type('Pwani')
    }, [])
    return <SearchInput value="" onChange={heard} />
  }
  render(<Quick />)
  expect(box().value).toBe('Pwani')
  await pause()
  expect(heard.mock.calls).toEqual([['Pwani']])
})

it('loses nothing that is typed while an answer is on its way, and follows what comes from elsewhere', async () => {
  const heard = vi.fn()
  let set: (value: string) => void = () => {}
  const Slow = () => {
    const [value, setValue] = useState('')
    set = setValue
    return <SearchInput value={value} onChange={heard} />
  }
  render(<Slow />)
  type('Pw')
  await pause()
  type('Pwani')
  act(() => set('Pw'))
  expect(box().value).toBe('Pwani')
  await pause()
  expect(heard.mock.calls).toEqual([['Pw'], ['Pwani']])
  act(() => set('Pwani'))
  act(() => set(''))
  expect(box().value).toBe('')
  await pause()
  expect(heard).toHaveBeenCalledTimes(2)
})

it('tells after a pause in typing, however often the list is drawn again meanwhile', async () => {
  const heard = vi.fn()
  let draw: () => void = () => {}
  const Restless = () => {
    const [n, again] = useState(0)
    draw = () => again(n + 1)
    return <SearchInput value="" onChange={(text) => heard(n, text)} />
  }
  render(<Restless />)
  type('road')
  for (let n = 0; n < 4; n++) {
    await act(() => vi.advanceTimersByTimeAsync(100))
    act(() => draw())
  }
  expect(heard.mock.calls).toEqual([[2, 'road']])
})
