import { describe, expect, it } from 'vitest'
import { type Address, addressOf, mapOf, placed, to } from './address.ts'
import { cell, rowsOf, table } from './table.ts'

type Slots = {
  list: 'buyerId?'
  question: 'categoryId' | 'questionId'
  live: never
}
const write = table<Slots>()
const screen = { screen: async () => ({ default: () => null }) }
const screens = { list: screen, question: screen, live: screen }
const rows = rowsOf<Slots>({
  desk: 'buyer',
  tables: {
    '': write({ live: cell('/live') }),
    tender: write({
      list: cell('/tenders'),
      question: cell('/tender/question/:questionId', 'MANAGE_CRETERIA'),
    }),
    risk_management: write({ list: cell('/risks') }),
  },
  aliases: { tender: write({ list: cell('/second/tenders') }) },
  screens,
  byModule: true,
})
const map = mapOf(rows)

describe('a table', () => {
  it('guards each cell by itself', () => {
    const guards = Object.fromEntries(rows.map(({ path, guard }) => [path, guard]))
    expect(guards['/tenders']).toEqual({ type: 'buyer', module: 'tender' })
    expect(guards['/tender/question/:questionId']).toEqual({
      type: 'buyer',
      privilege: 'MANAGE_CRETERIA',
      module: 'tender',
    })
    expect(guards['/live']).toEqual({ type: 'buyer' })
  })
  it('asks for the module as the session names it', () =>
    expect(rows.find((row) => row.path === '/risks')?.guard).toMatchObject({ module: 'risk' }))
  it('takes no parameter and no slot that it does not know', () => {
    // @ts-expect-error a list is of no category
    write({ list: cell('/tenders/:categoryId') })
    // @ts-expect-error there is no such kind of screen
    expect(write({ nothing: cell('/nothing') })).toBeDefined()
    // @ts-expect-error no address names that
    table<{ list: 'wrongId' }>()
  })
})

describe('an address', () => {
  it('holds in its query what its path has no place for', () => {
    expect(addressOf(map, 'tender', 'list', { buyerId: 'b 1' })).toBe('/tenders?buyer=b+1')
    expect(addressOf(map, 'tender', 'list', { buyerId: '' })).toBe('/tenders')
    const ids = { categoryId: 'c', questionId: 'q/1' }
    expect(addressOf(map, 'tender', 'question', ids)).toBe('/tender/question/q%2F1?category=c')
  })
  it('is found for a place that the server names', () => {
    expect(placed(map, 'tender/question?category=c&question=q')).toBe(
      '/tender/question/q?category=c',
    )
    expect(placed(map, 'tender/live')).toBe('/live')
    expect(placed(map, '/live?x=1')).toBe('/live?x=1')
    expect(placed(map, 'tender/nothing?category=c')).toBeNull()
    expect(placed(map, '')).toBeNull()
  })
  it('is the desk’s own where an activity has none, and none where nobody has', () => {
    expect(addressOf(map, 'tender', 'live')).toBe('/live')
    expect(addressOf(map, 'rfq', 'list')).toBeNull()
    expect(addressOf(map, 'risk_management', 'question')).toBeNull()
  })
  it('never leads to a second spelling', () =>
    expect([...map.values()]).not.toContain('/second/tenders'))
  it('is thrown where what its path names is missing', () =>
    expect(() => addressOf(map, 'tender', 'question')).toThrow('needs questionId'))
})

describe('a map', () => {
  it('has one address for a screen', () =>
    expect(() => mapOf([...rows, ...rows])).toThrow('/live is at /live and at /live'))
})

describe('to', () => {
  const list = '/tenders?buyer=b' as Address
  it('asks more of an address and names a place on it', () => {
    expect(to(list, { query: { status: 'open', month: undefined }, hash: 'a.0' })).toBe(
      '/tenders?buyer=b&status=open#a.0',
    )
    expect(to('/x' as Address, {})).toBe('/x')
    const several = { status: ['open', 'treated'], buyer: ['c'], month: [] }
    expect(to(list, { query: several })).toBe('/tenders?status=open&status=treated&buyer=c')
  })
  it('leads nowhere from nowhere', () =>
    expect(to(null, { query: { status: 'open' }, hash: 'a' })).toBeNull())
})
