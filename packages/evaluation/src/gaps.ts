import type { Desk } from './queries.ts'

type Progress = Pick<Desk, 'to_score'> & {
  bids: readonly Pick<Desk['bids'][number], 'submission_id' | 'supplier_name' | 'scored'>[]
}
type Person = Pick<Desk['evaluators'][number], 'interest' | 'final_at'>

/** Where an address goes on scoring a bid: at the first answer without a score. */
export const UNSCORED = 'unscored'

/** How many scores one person gives in all. */
export const allScores = (d: Progress): number => d.to_score * d.bids.length

/** The bids in which I have left something without a score, and how much. */
export const gapsOf = (d: Progress) =>
  d.bids.flatMap((bid) => {
    const missing = d.to_score - bid.scored
    return missing > 0 ? [{ bid, missing }] : []
  })

/** Who scores and has not finished: those who declared to have no interest. */
export const unfinishedOf = <P extends Person>({ evaluators }: { evaluators: readonly P[] }): P[] =>
  evaluators.filter((e) => e.interest === 'none' && !e.final_at)

/** Whether somebody who counts has finished. */
export const somebodyFinished = ({ evaluators }: { evaluators: readonly Person[] }): boolean =>
  evaluators.some((e) => e.interest === 'none' && e.final_at)
