import type { Dispute } from './queries.ts'

/**
 * Whether what a person says became of a dispute waits for another person: while it goes on, and of one that is lost,
 * that its money came again after all.
 */
export const waitsForAnother = ({ status, end_as }: Pick<Dispute, 'status' | 'end_as'>) =>
  end_as !== undefined &&
  (status === 'open' || status === 'answered' || (status === 'lost' && end_as === 'won'))
