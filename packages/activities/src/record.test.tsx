import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { mapOf } from './address.ts'
import { StreetsProvider, useHere } from './here.tsx'
import { OfRecord } from './record.tsx'
import { cell, rowsOf, table } from './table.ts'

type Slots = { category: 'jobId' | 'categoryId'; items: 'categoryId' }
const write = table<Slots>()
const nowhere = { screen: async () => ({ default: () => null }) }
const rows = rowsOf<Slots>({
  desk: 'buyer',
  tables: {
    prequalification: write({ category: cell('/prequal/:jobId/:categoryId') }),
    tender: write({ category: cell('/tender/:categoryId'), items: cell('/items/:categoryId') }),
  },
  screens: { category: nowhere, items: nowhere },
})

type Told = { activity: string; job_id?: string }

const Shown = ({ record }: { record: Told }) => {
  const { of, ids } = useHere()
  return <OfRecord record={record}>{() => <h1>{`${of} ${ids.jobId}`}</h1>}</OfRecord>
}

const open = (address: string, activity: string, job_id?: string) => {
  const record = { activity, ...(job_id ? { job_id } : {}) }
  const router = createMemoryRouter(
    [
      ...rows.map(({ path, handle }) => ({ path, handle, element: <Shown record={record} /> })),
      { path: '/page-not-found', element: <h1>none</h1> },
    ],
    { initialEntries: [address] },
  )
  const streets = { desk: 'buyer' as const, map: mapOf(rows) }
  render(
    <StreetsProvider value={streets}>
      <RouterProvider router={router} />
    </StreetsProvider>,
  )
  return async () => {
    const title = (await screen.findByRole('heading')).textContent
    const { pathname, search, hash } = router.state.location
    return [pathname + search + hash, title]
  }
}

afterEach(cleanup)

it('stays where the address and the record agree', async () => {
  const at = open('/prequal/j/c?tab=criteria', 'prequalification')
  expect(await at()).toEqual(['/prequal/j/c?tab=criteria', 'prequalification j'])
})

it('leads on to the record’s own address, with all that was asked', async () => {
  const at = open('/prequal/j/c?tab=criteria#weight', 'tender')
  await waitFor(async () =>
    expect(await at()).toEqual(['/tender/c?job=j&tab=criteria#weight', 'tender j']),
  )
})

it('takes out of the query what the other path has a place for', async () => {
  const at = open('/tender/c?job=j', 'prequalification')
  await waitFor(async () => expect(await at()).toEqual(['/prequal/j/c', 'prequalification j']))
})

it('leads on to the record’s own job, and leaves out what the address does not name', async () => {
  const at = open('/prequal/other/c?tab=criteria', 'prequalification', 'j')
  await waitFor(async () =>
    expect(await at()).toEqual(['/prequal/j/c?tab=criteria', 'prequalification j']),
  )
  cleanup()
  const unnamed = open('/tender/c', 'tender', 'j')
  expect(await unnamed()).toEqual(['/tender/c', 'tender '])
})

it('mends activity and job at once', async () => {
  const at = open('/prequal/other/c', 'tender', 'j')
  await waitFor(async () => expect(await at()).toEqual(['/tender/c?job=j', 'tender j']))
})

it('shows nothing of an activity that has no such screen', async () => {
  const at = open('/items/c', 'prequalification')
  await waitFor(async () => expect(await at()).toEqual(['/page-not-found', 'none']))
})
