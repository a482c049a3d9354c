import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { ParamsProvider } from '@zabuni/routing/ui/nav'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import Tender from './details.tsx'
import Tenders from './list.tsx'
import PlannedPurchases from './planned.tsx'
import type { Tender as Row, TenderDetails } from './queries.ts'

const planned = {
  id: 'p1',
  plan: 'Works (2027)',
  title: 'Pumps for wells',
  class: '42122000',
  class_name: 'Pompes',
  activity: 'rfq',
  buyer: 'County Water',
  country: 'KE',
  publish_on: '2027-01-31',
  award_on: '2027-03-01',
}

const row = (id: string): Row => ({
  id,
  reference: `ZB/${id}`,
  title: `Pumps ${id}`,
  activity: 'tender',
  buyer: 'County Water',
  country: 'KE',
  state: 'awarded',
  closes_at: '2026-11-30T14:00:00Z',
  timezone: 'Africa/Nairobi',
  published_at: '2026-11-01T06:00:00Z',
  changed_at: '2026-12-01T06:00:00Z',
  categories: 1,
})
// Both moments lie in the last hours of a day in UTC, and in the next day where they are meant.
const details: TenderDetails = {
  ...row('1'),
  description: '',
  lots: [{ id: 'l', title: 'Pumps', description: '', status: 'complete', reserved_group: '' }],
  items: [
    { id: 'i', category_id: 'l', description: 'Pump', quantity: '1200.500000', unit: 'each' },
    { id: 'j', category_id: 'l', description: 'Valve', quantity: '100.000000', unit: 'each' },
  ],
  documents: [],
  answers: [],
  changes: [],
  awards: [
    {
      id: 'a',
      category_id: 'l',
      status: 'active',
      winner: 'Savanna Pumps',
      decided_at: '2026-12-01T22:30:00Z',
      amount: { value: '37689.0400', currency: 'KES' },
    },
  ],
  contracts: [
    {
      id: 'k',
      award_id: 'a',
      title: 'Supply of pumps',
      status: 'active',
      signed_at: '2026-12-14T21:30:00Z',
      amount: { value: '37689.0400', currency: 'KES' },
    },
  ],
}
const asked: string[] = []
let down = false
/** Until then an answer that is slow does not come. */
let late = Promise.resolve()

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['tenders', 'activities'])
  configureApi('supplier', { onSessionEnded: () => {} })
})
beforeEach(() => {
  asked.length = 0
  down = false
  history.replaceState(null, '', '/tenders')
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.endsWith('/countries/')) return Response.json({ items: [{ iso2: 'KE' }] })
    if (pathname.endsWith('/tenders/1')) return Response.json(details)
    if (pathname.endsWith('/planned')) {
      asked.push(searchParams.toString())
      const slow = searchParams.get('country') === 'UG'
      if (slow) await late
      const items =
        slow || searchParams.get('search')
          ? []
          : searchParams.get('after')
            ? [{ ...planned, id: 'p3', title: 'Ladders' }]
            : [planned, { ...planned, id: 'p2', title: 'Taps', class_name: '', tender_id: 'j9' }]
      const more = slow || searchParams.get('search') || searchParams.get('after') ? '' : 'more'
      return Response.json({ items, next: more })
    }
    if (!pathname.endsWith('/tenders')) return Response.json({}, { status: 404 })
    asked.push(searchParams.toString())
    if (down) throw new TypeError('the line is lost')
    const after = searchParams.get('after')
    return Response.json({ items: [row(after ? '2' : '1')], next: after ? '' : 'more' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows days in the zone of the tender, and quantities as they are', async () => {
  render(
    <ParamsProvider value={{ jobId: '1' }}>
      <Tender />
    </ParamsProvider>,
  )
  for (const said of [
    'Decided 02-12-2026',
    'Signed 15-12-2026',
    'Closed 30-11-2026 05:00 PM GMT+3',
    'Pumps · KES\u00a037,689.04',
    '1,200.5 each · Pumps',
    '100 each · Pumps',
  ])
    expect(
      await screen.findByText((_, e) => e?.tagName !== 'DIV' && e?.textContent === said),
    ).toBeTruthy()
})

it('keeps the state that was chosen when somebody searches, and puts the next page below', async () => {
  history.replaceState(null, '', '/tenders?state=awarded')
  render(<Tenders />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Pumps 2')).toBeTruthy()
  expect(screen.getByText('Pumps 1')).toBeTruthy()
  await user.type(screen.getByLabelText(/^Search by title/), ' pumps ')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await vi.waitFor(() =>
    expect(asked).toEqual([
      'limit=20&state=awarded',
      'limit=20&after=more&state=awarded',
      'limit=20&search=pumps&state=awarded',
    ]),
  )
  expect(location.search).toBe('?search=pumps&state=awarded')
})

it('tells what is planned in the language that is read, with the tender that came of it', async () => {
  await i18n.changeLanguage('fr')
  history.replaceState(null, '', '/tenders/planned?country=KE')
  render(<PlannedPurchases />)
  expect(await screen.findByText('CPV 42122000 Pompes')).toBeTruthy()
  expect(screen.getByText('CPV 42122000')).toBeTruthy()
  for (const said of ['Publication prévue le 31-01-2027', 'Attribution au plus tard le 01-03-2027'])
    expect(screen.getAllByText(said)).toHaveLength(2)
  expect(
    screen
      .getAllByRole('link', { name: 'Le marché qui en est issu' })
      .map((a) => a.getAttribute('href')),
  ).toEqual(['/tenders/j9'])
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), ' 999 ')
  await user.click(screen.getByRole('button', { name: 'Chercher' }))
  expect(await screen.findByText(/Rien de prévu ne correspond/)).toBeTruthy()
  expect(asked).toEqual([
    'limit=20&language=fr&country=KE',
    'limit=20&language=fr&search=999&country=KE',
  ])
  expect(location.search).toBe('?search=999&country=KE')
  await i18n.changeLanguage('en')
})

it('goes on behind what is planned, each with its own record, and leads to the other list', async () => {
  history.replaceState(null, '', '/tenders/planned?country=kenya')
  render(<PlannedPurchases />)
  const user = userEvent.setup()
  expect(screen.getByRole('link', { name: 'Tenders' }).getAttribute('href')).toBe('/tenders')
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Ladders')).toBeTruthy()
  expect(screen.getAllByText(/· County Water · Works \(2027\)$/)).toHaveLength(3)
  expect(
    screen
      .getAllByRole('link', { name: /OCDS/ })
      .map((a) => a.getAttribute('href'))
      .filter((to) => to?.includes('/records/')),
  ).toEqual(['p1', 'p2', 'p3'].map((id) => `/api/supplier/ocds/records/${id}`))
  expect(asked).toEqual(['limit=20&language=en', 'limit=20&language=en&after=more'])
  cleanup()
  render(<Tenders />)
  expect(screen.getByRole('link', { name: 'What buyers plan to buy' }).getAttribute('href')).toBe(
    '/tenders/planned',
  )
})

it('shows nothing of an answer that comes after a newer question', async () => {
  let comes = () => {}
  late = new Promise((done) => {
    comes = done
  })
  history.replaceState(null, '', '/tenders/planned?country=UG')
  render(<PlannedPurchases />)
  const user = userEvent.setup()
  await screen.findByRole('option', { name: 'Kenya' })
  await user.selectOptions(screen.getByLabelText('Country of the buyer'), 'Kenya')
  expect(await screen.findByText('Taps')).toBeTruthy()
  await act(async () => {
    comes()
    await late
  })
  expect(asked).toEqual(['limit=20&language=en&country=UG', 'limit=20&language=en&country=KE'])
  expect(screen.getByText('Taps')).toBeTruthy()
})

it('keeps what was read where the next page does not come, and shows no rows of another question', async () => {
  history.replaceState(null, '', '/tenders?country=XX')
  render(<Tenders />)
  const user = userEvent.setup()
  expect(await screen.findByText('Pumps 1')).toBeTruthy()
  // What narrows the list is seen, also where it is nobody's country.
  expect((screen.getByLabelText('Country of the buyer') as HTMLSelectElement).value).toBe('XX')
  down = true
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('Pumps 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  down = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Pumps 2')).toBeTruthy()
  expect(screen.getByText('Pumps 1')).toBeTruthy()
  down = true
  await user.type(screen.getByRole('searchbox'), 'taps')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.queryByText('Pumps 1')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  down = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Pumps 1')).toBeTruthy()
  expect(asked.at(-1)).toBe('limit=20&search=taps&country=XX')
})

it('asks for no more of a long address than a field takes', async () => {
  history.replaceState(null, '', `/tenders?search=${'x'.repeat(150)}%00`)
  render(<Tenders />)
  await screen.findByText('Pumps 1')
  expect(asked).toEqual([`limit=20&search=${'x'.repeat(100)}`])
})
