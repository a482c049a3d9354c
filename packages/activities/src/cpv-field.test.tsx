import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { FormCard, useKept } from '@zabuni/ui/form'
import { keep } from '@zabuni/ui/kept'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { CpvField } from './cpv-field.tsx'

const codes = [
  { code: '30213000-5', name: 'Personal computers' },
  { code: '30213100-6', name: 'Portable computers' },
  { code: '45000000-7', name: 'Construction work' },
]

const Screen = ({ had }: { had: string }) => {
  const form = useProblemForm({
    keep: 'test',
    defaultValues: { classification: had },
    submit: async () => {},
  })
  const kept = useKept(form)
  return (
    <FormCard form={form} guard={kept.guard} back="/list" action="Save">
      <CpvField label="Class" hint="What is bought" {...form.field('classification')} />
    </FormCard>
  )
}
const open = async (had = '') => {
  render(
    <RouterProvider router={createMemoryRouter([{ path: '/', element: <Screen had={had} /> }])} />,
  )
  return { user: userEvent.setup(), field: await screen.findByLabelText<HTMLInputElement>('Class') }
}
/** What stands below the field and is read with it. */
const said = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('console')
  configureApi('buyer', { onSessionEnded: () => {} })
})
beforeEach(() => {
  // As the server looks it up: by first digits, with or without what may stand before and behind them.
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url)
    if (!pathname.endsWith('/cpv-codes')) return Response.json({}, { status: 404 })
    const french = searchParams.get('language') === 'fr'
    const digits = /\d+/.exec(searchParams.get('search') ?? '')?.[0] ?? 'none'
    const items = codes.filter((c) => c.code.startsWith(digits))
    return Response.json({
      items: french ? items.map((c) => ({ ...c, name: `${c.name}, en français` })) : items,
      more: false,
    })
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

// Eight digits say nothing to whoever looks at an item again: nothing is typed, and what they mean has to stand there.
it('says what the code means that a form has when it is opened again', async () => {
  const { field } = await open('30213100')
  expect(field.value).toBe('30213100')
  await waitFor(() => expect(said(field)).toBe('Portable computers'))
})

// So it stands in the notices that people copy from.
it('names a code that is typed with the name of the list before it and its check digit', async () => {
  const { user, field } = await open()
  expect(said(field)).toBe('What is bought')
  await user.type(field, 'CPV:30213100-6')
  await waitFor(() => expect(said(field)).toBe('Portable computers'))
  expect(field.value).toBe('CPV:30213100-6')
})

// The words of another code under what stands there would be taken for what it means.
it('follows what a form brings back of itself: what was typed before, and what was saved', async () => {
  keep('test', JSON.stringify({ classification: '30213100' }))
  const { user, field } = await open('45000000')
  await waitFor(() => expect(field.value).toBe('30213100'))
  await waitFor(() => expect(said(field)).toBe('Portable computers'))
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  expect(field.value).toBe('45000000')
  await waitFor(() => expect(said(field)).toBe('Construction work'))
})

// The words below are for whoever reads them, and they have just said in what language they read.
it('says what a code means in the language that is chosen afterwards', async () => {
  const { field } = await open('30213100')
  await waitFor(() => expect(said(field)).toBe('Portable computers'))
  try {
    await act(() => i18n.changeLanguage('fr'))
    await waitFor(() => expect(said(field)).toBe('Portable computers, en français'))
  } finally {
    await act(() => i18n.changeLanguage('en'))
  }
})
