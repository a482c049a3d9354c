import { describe, expect, it } from 'vitest'
import { words } from './locales/en/activities.json'

type Tree = { [key: string]: string | Tree }
const files = import.meta.glob<{ default: Tree }>('./locales/en/*.json', { eager: true })
const flat = (tree: Tree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([k, v]) =>
    typeof v === 'string' ? [[prefix + k, v] as [string, string]] : flat(v, `${prefix}${k}.`),
  )

// Sentences that are not ours to choose, and names of rights, which are no activity's alone.
const GIVEN: Record<string, string> = {
  'auth:layout.tenders': 'the public list: what people outside call all of it',
  'bidding:excel.steps.fill.body': 'the worksheet is called so',
  'bidding:items.none': 'the specification’s sentence',
  'contracts:pack.tender': 'what the trade calls a signed offer, whatever the activity',
  'errors:bidding.no_financial': 'the specification’s sentence',
  'errors:boq.no_sheet': 'the worksheet is called so',
  'errors:ocds.no_tender': 'what OCDS calls it',
  'errors:publication.not_found': 'the public list',
  'errors:report.no_bids_': 'the specification’s sentences, one per activity',
  'errors:sourcing.not_invited': 'the specification’s sentence',
  'people:areas.publication': 'the public list',
  'people:groups.': 'names of rights',
  'people:privileges.': 'names of rights',
  'tenders:': 'the public list',
}
const given = (key: string) => Object.keys(GIVEN).some((k) => key.startsWith(k))

const names = Object.values(words).flatMap(({ name, list }) => [name, list])
const pattern = new RegExp(`\\b(${[...names, 'auction', 'prequal', 'quotation'].join('|')})`, 'i')

const sentences = Object.entries(files)
  .map(([file, { default: tree }]) => [/(\w+)\.json$/.exec(file)?.[1] ?? '', tree] as const)
  .filter(([namespace]) => namespace !== 'activities')
  .flatMap(([namespace, tree]) => flat(tree, `${namespace}:`))

describe('an activity is named by its own words alone', () => {
  it('there are sentences to look at', () => expect(sentences.length).toBeGreaterThan(2000))
  it('no sentence outside them names one', () =>
    expect(sentences.filter(([key, text]) => pattern.test(text) && !given(key))).toEqual([]))
  it.each(Object.keys(GIVEN))('%s does', (key) =>
    expect(sentences.some(([k, text]) => k.startsWith(key) && pattern.test(text))).toBe(true),
  )
})
