import { mapOf } from '@zabuni/activities/address'
import { shape } from '@zabuni/routing/path'
import { describe, expect, it } from 'vitest'
import * as buyer from '../../../apps/buyer/src/routes.ts'
import * as contracts from '../../../apps/contracts/src/routes.ts'
import * as operator from '../../../apps/operator/src/routes.ts'
import * as supplier from '../../../apps/supplier/src/routes.ts'
import buyerApi from '../../api/buyer.openapi.json'
import contractsApi from '../../api/contracts.openapi.json'
import operatorApi from '../../api/operator.openapi.json'
import supplierApi from '../../api/supplier.openapi.json'

type Operation = {
  operationId?: string
  'x-guard'?: { types?: string[]; privilege?: string }
}

describe.each([
  ['supplier', supplier, supplierApi],
  ['buyer', buyer, buyerApi],
  ['operator', operator, operatorApi],
  ['contracts', contracts, contractsApi],
] as const)('%s', (_, { rows, publicRows }, api) => {
  const all = [...publicRows, ...rows]
  const operations = new Map(
    Object.values(api.paths as Record<string, Record<string, Operation>>)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation['x-guard']] as const),
  )
  it('has one screen at an address', () => {
    const shapes = all.map((row) => shape(row.path))
    expect(shapes.filter((path, i) => shapes.indexOf(path) !== i)).toEqual([])
  })
  it('has one address for a screen', () => expect(() => mapOf(rows)).not.toThrow())
  it.each(rows.filter((row) => row.operation))('$path is no looser than $operation', (row) => {
    const asked = operations.get(row.operation)
    const { type, privilege } = typeof row.guard === 'string' ? {} : row.guard
    expect(asked?.types).toContain(type)
    expect([asked?.privilege ?? privilege]).toEqual([privilege])
  })
})
