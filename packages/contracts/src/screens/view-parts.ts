import type { ComponentType } from 'react'
import { Approval } from '../agree/approval.tsx'
import { Talk } from '../agree/talk.tsx'
import { AmendmentsPart } from '../force/amend.tsx'
import { Watched } from '../force/watched.tsx'
import type { Contract } from '../queries.ts'
import { Says } from './said.tsx'

/** In force or over. */
const HELD: ReadonlySet<Contract['status']> = new Set([
  'active',
  'expired',
  'terminated',
  'completed',
  'archived',
])

/** A part of the view of a contract: each is a tab, in a file of its own. */
type ViewPart = {
  /** Its name in the address (`?part=`), and its word: `parts.<key>`. */
  key: 'text' | 'approval' | 'talk' | 'due' | 'amendments'
  /** Where it is shown; everywhere when it does not say. */
  shows?: (c: Contract, desk: string) => boolean
  part: ComponentType<{ of: Contract }>
}

/** The parts in the order of their tabs; the first is shown without being asked for. */
export const PARTS: readonly ViewPart[] = [
  { key: 'text', part: Says },
  { key: 'approval', part: Approval },
  { key: 'talk', shows: (_, desk) => desk !== 'operator', part: Talk },
  {
    key: 'due',
    shows: (c, desk) => desk !== 'operator' && c.origin !== 'amendment' && c.status !== 'cancelled',
    part: Watched,
  },
  {
    key: 'amendments',
    shows: (c, desk) => desk !== 'operator' && (c.origin === 'amendment' || HELD.has(c.status)),
    part: AmendmentsPart,
  },
]
