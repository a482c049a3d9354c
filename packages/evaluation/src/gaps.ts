import type { Checks, Desk } from './queries.ts'

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

type Part = Pick<Checks['bids'][number]['first'], 'done'>
type Checked = {
  questions: readonly unknown[]
  bids: readonly { drawn: boolean; first: Part; second: Part }[]
}

/** How many answers nobody has checked, those that are drawn a second time included. */
export const uncheckedIn = ({ questions, bids }: Checked): number =>
  bids
    .flatMap(({ drawn, first, second }) => (drawn ? [first, second] : [first]))
    .reduce((sum, { done }) => sum + Math.max(0, questions.length - done), 0)

/** Who scores and has not finished: those who declared to have no interest. */
export const unfinishedOf = <P extends Person>({ evaluators }: { evaluators: readonly P[] }): P[] =>
  evaluators.filter((e) => e.interest === 'none' && !e.final_at)

/** Whether somebody who counts has finished. */
export const somebodyFinished = ({ evaluators }: { evaluators: readonly Person[] }): boolean =>
  evaluators.some((e) => e.interest === 'none' && e.final_at)
