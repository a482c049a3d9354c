import { cell, rowsOf, table } from '@zabuni/activities/table'
import { expect, it } from 'vitest'
import { activityLines } from './navigation.ts'

type Slots = { buyers: never; list: never; create: never; ranking: 'categoryId' }
const write = table<Slots>()
const screen = { screen: async () => ({ default: () => null }) }
const rows = rowsOf<Slots>({
  desk: 'buyer',
  tables: {
    '': write({ list: cell('/all') }),
    tender: write({
      ranking: cell('/tender/ranking/:categoryId'),
      create: cell('/create/tender', 'MANAGE_JOB'),
      list: cell('/tenders'),
    }),
    prequalification: write({ list: cell('/prequals'), buyers: cell('/prequal/buyers') }),
    rfq: write({ ranking: cell('/rfq/ranking/:categoryId') }),
  },
  aliases: { tender: write({ list: cell('/second/tenders') }) },
  screens: { buyers: screen, list: screen, create: screen, ranking: screen },
  byModule: true,
})
const lines = activityLines(rows)

it('has a line where the work on each activity begins, and one for a new job, asking what their screens ask', () => {
  expect(
    lines.map(({ to, key, privilege, module, paletteOnly }) => [
      to,
      key,
      privilege,
      module,
      paletteOnly,
    ]),
  ).toEqual([
    [
      '/prequal/buyers',
      { activity: 'prequalification', word: 'list' },
      undefined,
      'prequalification',
      undefined,
    ],
    ['/tenders', { activity: 'tender', word: 'list' }, undefined, 'tender', undefined],
    ['/create/tender', { activity: 'tender', word: 'create' }, 'MANAGE_JOB', 'tender', true],
  ])
})

it('keeps the line of an activity while one is on any of its screens', () => {
  const within = lines.find((line) => line.to === '/tenders')?.within
  if (typeof within !== 'function') throw new Error('asks no screen')
  expect(within({ of: 'tender', slot: 'ranking' })).toBe(true)
  expect(within({ of: 'rfq', slot: 'ranking' })).toBe(false)
  expect(within({ of: 'tender', slot: 'categoryLetters' })).toBe(false)
})
