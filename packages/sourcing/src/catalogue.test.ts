import { shape } from '@zabuni/routing/path'
import { describe, expect, it } from 'vitest'
import buyerDocument from '../../api/buyer.openapi.json'
import document from '../../api/operator.openapi.json'
import buyer from '../catalogue/buyer.txt?raw'
import operator from '../catalogue/operator.txt?raw'
import { sourcingRows } from './routes.ts'
import { PRIVILEGE_OF, SLOTS } from './slots.ts'

const catalogue = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [path = '', guard = ''] = line.split(' | ')
      return [shape(path.replace('{product}', 'zabuni')), guard] as const
    })
    .sort()

describe.each([
  ['buyer', buyer],
  ['operator', operator],
] as const)('%s desk', (desk, text) => {
  const rows = sourcingRows(desk)
  it('has the paths of the catalogue with their guards, and no others', () => {
    const own = rows.map(({ path, guard }) => {
      if (typeof guard === 'string') return [shape(path), guard] as const
      return [shape(path), [guard.type, guard.privilege].filter(Boolean).join(' ')] as const
    })
    expect(own.sort()).toEqual(catalogue(text))
  })
  it('has no path twice', () => {
    const shapes = rows.map((row) => shape(row.path))
    expect(new Set(shapes).size).toBe(shapes.length)
  })
})

type Operation = { operationId?: string; 'x-guard'?: { privilege?: string } }

describe('slots', () => {
  const operations = new Map(
    [document.paths, buyerDocument.paths]
      .flatMap((paths) => Object.values(paths as Record<string, Record<string, Operation>>))
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation['x-guard']?.privilege] as const),
  )
  it.each(Object.entries(SLOTS))('%s asks for what its operation asks for', (_, slot) => {
    expect(operations.has(slot.operation)).toBe(true)
    expect(PRIVILEGE_OF[slot.operation]).toBe(operations.get(slot.operation))
  })
})
