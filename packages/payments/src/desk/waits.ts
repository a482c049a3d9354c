import type { Dispute } from './queries.ts'

/**
 * Whether what a person says of a dispute waits for another person: that there is one; what became of it, while it goes
 * on; and of one that is lost, that its money came again after all.
 */
export const waitsForAnother = ({ status, end_as }: Pick<Dispute, 'status' | 'end_as'>) =>
  status === 'entered' ||
  (end_as !== undefined &&
    (status === 'open' || status === 'answered' || (status === 'lost' && end_as === 'won')))
