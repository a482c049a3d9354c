import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useTableSettings } from './table-settings.tsx'

const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/company/tenders']}>{children}</MemoryRouter>
)
const NAME = 'zabuni.table::/company/tenders'
const kept = () => JSON.parse(localStorage.getItem(NAME) ?? '{}')

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('a view that another tab kept stays when something is changed here', () => {
  const { result } = renderHook(useTableSettings, { wrapper })
  const theirs = { hidden: [], compact: false, views: [{ name: 'Closed', query: 'status=closed' }] }
  act(() => {
    localStorage.setItem(NAME, JSON.stringify(theirs))
    dispatchEvent(new StorageEvent('storage', { key: NAME }))
  })
  act(() => result.current[1]({ compact: true }))
  expect(kept()).toEqual({ ...theirs, compact: true })
})

it.each(['null', '{"views":null,"hidden":"x"}', 'no JSON'])(
  'a list is drawn with %s kept',
  (text) => {
    localStorage.setItem(NAME, text)
    const { result } = renderHook(useTableSettings, { wrapper })
    expect(result.current[0]).toEqual({ hidden: [], compact: false, views: [] })
  },
)
