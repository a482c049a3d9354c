import { cell, rowsOf, type Screen, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { PATHS } from './paths.ts'
import type { LetterSlots } from './slots.ts'

const words: Screen = { screen: () => import('./screens/template-form.tsx') }
const preview: Screen = { screen: () => import('./screens/preview.tsx') }

const SCREENS: Readonly<Record<keyof LetterSlots, Screen>> = {
  decisions: { screen: () => import('./screens/letter-jobs.tsx'), operation: 'letterJobs' },
  categoryLetters: { screen: () => import('./screens/category-letters.tsx') },
  previewAward: preview,
  previewRegret: preview,
  letterJobs: { screen: () => import('./screens/letter-jobs.tsx') },
  jobLetters: { screen: () => import('./screens/job-letters.tsx') },
  letter: { screen: () => import('./screens/letter.tsx') },
  awardCreate: words,
  awardEdit: words,
  regretCreate: words,
  regretEdit: words,
  successCreate: words,
  successEdit: words,
  customCreate: words,
  customEdit: words,
  ddCreate: words,
  ddEdit: words,
}

/** Every screen of letters on one desk. */
export const letterRows = (desk: 'buyer' | 'operator'): Row[] =>
  rowsOf({ desk, tables: PATHS[desk], screens: SCREENS })

const received = table<Pick<LetterSlots, 'letter'>>()

/** What a supplier reads; the first path is spelled as in the specification. */
export const supplierLetterRows: readonly Row[] = [
  {
    path: '/supplier/dashbard/letters',
    guard: { type: 'supplier' },
    screen: () => import('./supplier/letters.tsx'),
  },
  ...rowsOf({
    desk: 'supplier',
    tables: { '': received({ letter: cell('/supplier/dashbard/letters/:letterId') }) },
    screens: { letter: { screen: () => import('./supplier/letter.tsx') } },
  }),
]
