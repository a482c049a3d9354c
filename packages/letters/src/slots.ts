/** The kinds of letters. */
export const KINDS = ['award', 'regret', 'success', 'custom', 'dd'] as const
/** One kind of letter. */
export type Kind = (typeof KINDS)[number]

type Cat = 'jobId' | 'categoryId'
/** The kinds of screens in which bidders are told what became of their bids. */
export type LetterSlots = {
  decisions: never
  categoryLetters: Cat
  previewAward: Cat | 'supplierId'
  previewRegret: Cat | 'supplierId'
  letterJobs: 'buyerId?'
  jobLetters: 'jobId'
  letter: 'letterId'
} & Record<`${Kind}Create` | `${Kind}Edit`, 'jobId'>

declare module '@zabuni/activities/slots' {
  interface Slots extends LetterSlots {}
}
