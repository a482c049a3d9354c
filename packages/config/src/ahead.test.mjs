import { expect, it } from 'vitest'
import { namespaces, wordsOf } from './ahead.mjs'
import { early } from './late.mjs'

it('reads what a file asks for by name, and leaves what the page has', () => {
  const text = `
    const { t } = useTranslation('plans')
    const { t: of } = useTranslation(['common', 'figures',
      'live'])
    const { t: plain } = useTranslation()
    const { t: late } = useTranslation('errors', { useSuspense: false })
    const { t: any } = useTranslation(of)`
  expect(namespaces(text)).toEqual(['plans', 'figures', 'live'])
})

it('asks for what a screen and all it imports say, once, round circles too', () => {
  const graph = {
    screen: { asks: ['plans'], imports: ['table', 'dialog'] },
    table: { asks: ['console'], imports: ['cell'] },
    cell: { asks: ['console', 'live'], imports: ['table'] },
    dialog: { asks: [], imports: [] },
    other: { asks: ['world'], imports: ['table'] },
  }
  expect(wordsOf('screen', (id) => graph[id])).toEqual(['console', 'live', 'plans'])
})

it('finds what comes with the page though it is late', () => {
  const chunk = (fileName, moduleIds, imports = [], facadeModuleId = null) => ({
    fileName,
    moduleIds,
    imports,
    facadeModuleId,
  })
  const gantt = '/x/packages/ui/src/gantt.tsx'
  const page = chunk('main.js', ['m'], ['shared.js'], '/x/apps/buyer/index.html')
  const frame = chunk('console.js', ['c'], [], '/x/apps/buyer/src/console.tsx')
  const plans = chunk('plans.js', [gantt])
  expect(early([page, frame, chunk('shared.js', ['s']), plans])).toEqual({
    first: 2,
    found: [],
    late: 1,
  })
  const forward = early([page, frame, chunk('shared.js', [gantt])])
  expect(forward.found).toEqual([gantt])
})
