import { mapOf } from '@zabuni/activities/address'
import type { Navigation } from '@zabuni/boot/navigation'
import { match, shape } from '@zabuni/routing/path'
import { describe, expect, it } from 'vitest'
import { navigation as buyerMenu } from '../../../apps/buyer/src/navigation.ts'
import * as buyer from '../../../apps/buyer/src/routes.ts'
import { navigation as contractsMenu } from '../../../apps/contracts/src/navigation.ts'
import * as contracts from '../../../apps/contracts/src/routes.ts'
import { navigation as operatorMenu } from '../../../apps/operator/src/navigation.ts'
import * as operator from '../../../apps/operator/src/routes.ts'
import { navigation as supplierMenu } from '../../../apps/supplier/src/navigation.ts'
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
  ['supplier', supplier, supplierApi, supplierMenu],
  ['buyer', buyer, buyerApi, buyerMenu],
  ['operator', operator, operatorApi, operatorMenu],
  ['contracts', contracts, contractsApi, contractsMenu],
] as const)('%s', (_, { rows, publicRows }, api, menu) => {
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
  // A line that leads to a refusal is worse than none.
  it('offers in its menu what the screen behind a line lets in', () => {
    const { usual, own = {} }: Navigation = 'usual' in menu ? menu : { usual: menu }
    // Beside the screens of a module stand lines of its own: who sees them has it.
    const lines = [
      ...usual.flat().map((line) => ({ ...line, within: false })),
      ...Object.values(own).flatMap((groups) =>
        groups.flat().map((line) => ({ ...line, within: true })),
      ),
    ]
    const asked = lines.flatMap(({ to, privilege, module, within }) => {
      const at = (to.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
      const row = rows
        .filter(({ path }) => match(path.replace(/(.)\/$/, '$1'), at))
        .sort((a, b) => a.path.split('/:').length - b.path.split('/:').length)[0]
      const guard = typeof row?.guard === 'object' ? row.guard : undefined
      // It may ask for more.
      const looser = (wanted?: string, has?: string) => wanted !== undefined && wanted !== has
      const wrong =
        !row || looser(guard?.privilege, privilege) || (!within && looser(guard?.module, module))
      return wrong ? [`${to} asks ${guard?.privilege} ${guard?.module}`] : []
    })
    expect(asked).toEqual([])
  })
  it('has one address for a screen', () => expect(() => mapOf(rows)).not.toThrow())
  it.each(rows.filter((row) => row.operation))('$path is no looser than $operation', (row) => {
    const asked = operations.get(row.operation)
    const { type, privilege } = typeof row.guard === 'string' ? {} : row.guard
    expect(asked?.types).toContain(type)
    expect([asked?.privilege ?? privilege]).toEqual([privilege])
  })
})
