import { ACTIVITIES } from './activity.gen.ts'

export { ACTIVITIES, MODULE_OF, RESULT_OF } from './activity.gen.ts'

/** The kind of a job. */
export type Activity = (typeof ACTIVITIES)[number]

/** Whether a word of an address or of the wire names an activity. */
export const isActivity = (word: string): word is Activity =>
  (ACTIVITIES as readonly string[]).includes(word)
