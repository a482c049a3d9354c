import type { Tone } from '@zabuni/ui/badge'
import type { Duty, Verdict } from './queries.ts'

/** How each state of what is due looks. */
export const LOOKS: Record<Duty['status'], Tone> = {
  scheduled: 'neutral',
  submitted: 'info',
  met: 'ok',
  partiallyMet: 'warn',
  notMet: 'bad',
  withdrawn: 'neutral',
}

/** What is due, in the order of the form. */
export const KINDS = [
  'delivery',
  'payment',
  'reporting',
  'approval',
  'obligation',
] as const satisfies Duty['kind'][]

/** What can be said of something that is due now; that it was not met once its day is over. */
export const verdicts = ({ status, late }: Duty): Verdict[] =>
  status === 'scheduled'
    ? ['met', 'partiallyMet', ...(late ? (['notMet'] as const) : []), 'withdrawn']
    : status === 'submitted'
      ? ['met', 'partiallyMet', 'returned', ...(late ? (['notMet'] as const) : []), 'withdrawn']
      : status === 'partiallyMet'
        ? ['met', ...(late ? (['notMet'] as const) : [])]
        : []
