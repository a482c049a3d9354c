import type { Privilege } from '@zabuni/routing/guard'
import type { LazyScreen, Row } from '@zabuni/routing/row'
import { type Desk, KINDS, PATHS, type Slot } from './paths.ts'

/** What a screen finds in its route's handle. */
export type LettersHandle = { desk: Desk; activity: string; slot: Slot }

type Screen = { screen: LazyScreen; privilege?: Privilege }
const words: Screen = {
  screen: () => import('./screens/template-form.tsx'),
  privilege: 'MANAGE_JOB',
}
const preview: Screen = { screen: () => import('./screens/preview.tsx') }

const SCREENS: Record<string, Screen> = {
  categoryLetters: { screen: () => import('./screens/category-letters.tsx') },
  previewAward: preview,
  previewRegret: preview,
  letterJobs: { screen: () => import('./screens/letter-jobs.tsx') },
  jobLetters: { screen: () => import('./screens/job-letters.tsx') },
  letter: { screen: () => import('./screens/letter.tsx') },
  ...Object.fromEntries(
    KINDS.flatMap((k) => [
      [`${k}Create`, words],
      [`${k}Edit`, words],
    ]),
  ),
}

/** Every screen of letters on one desk. */
export const letterRows = (desk: Desk): Row[] =>
  Object.entries(PATHS[desk]).flatMap(([activity, table]) =>
    Object.entries(table).flatMap(([slot, path]) => {
      const found = SCREENS[slot]
      if (!found) return []
      const handle: LettersHandle = { desk, activity, slot: slot as Slot }
      const type = desk === 'operator' ? ('qed' as const) : ('buyer' as const)
      const guard = { type, ...(found.privilege ? { privilege: found.privilege } : {}) }
      return [{ path, guard, screen: found.screen, handle }]
    }),
  )

/** What a supplier reads; the first path is spelled as in the specification. */
export const supplierLetterRows: readonly Row[] = [
  {
    path: '/supplier/dashbard/letters',
    guard: { type: 'supplier' },
    screen: () => import('./supplier/letters.tsx'),
  },
  {
    path: '/supplier/dashbard/letters/:letterId',
    guard: { type: 'supplier' },
    screen: () => import('./supplier/letter.tsx'),
  },
]
