import type { Schemas } from '@zabuni/api/desk'
import type { Tone } from '@zabuni/ui/badge'
import type { LifeStep } from '@zabuni/ui/progress'

/** Where a job stands. */
export type JobStatus = Schemas['JobRow']['status']
/** The statuses of a job, in the order of its life. */
export const JOB_STATUSES = [
  'draft',
  'published',
  'closed',
  'cancelled',
  'archived',
] as const satisfies readonly JobStatus[]
/** How each looks. */
export const JOB_TONES: Record<JobStatus, Tone> = {
  draft: 'neutral',
  published: 'ok',
  closed: 'info',
  cancelled: 'bad',
  archived: 'neutral',
}

/** The chart colours of the same statuses: what is open is green in pictures too. */
export const JOB_COLORS: Record<JobStatus, number> = {
  draft: 5,
  published: 1,
  closed: 2,
  cancelled: 3,
  archived: 4,
}

/** Where a category stands. */
export type CategoryStatus = Schemas['Category']['status']
/** The statuses of a category, in the order of its life; the last three end it without an award. */
export const CATEGORY_STATUSES = [
  'draft',
  'hidden',
  'not_approved',
  'approved',
  'open',
  'closed',
  'opening',
  'technical_evaluation',
  'financial_opened',
  'evaluated',
  'recommended',
  'notified',
  'awarded',
  'complete',
  'unsuccessful',
  'cancelled',
  'withdrawn',
] as const satisfies readonly CategoryStatus[]
/** How each looks. */
export const CATEGORY_TONES: Record<CategoryStatus, Tone> = {
  draft: 'neutral',
  hidden: 'warn',
  not_approved: 'warn',
  approved: 'info',
  open: 'ok',
  closed: 'info',
  opening: 'info',
  technical_evaluation: 'info',
  financial_opened: 'info',
  evaluated: 'info',
  recommended: 'info',
  notified: 'info',
  awarded: 'ok',
  complete: 'ok',
  unsuccessful: 'warn',
  cancelled: 'bad',
  withdrawn: 'bad',
}

type Standing = { status: CategoryStatus }

const at = (status: CategoryStatus) => CATEGORY_STATUSES.indexOf(status)
/** Whether nobody but its authors knows the category: only then may it change. A word that is not known yet is none of these. */
export const unpublished = ({ status }: Standing): boolean =>
  at(status) >= 0 && at(status) < at('approved')
/** Whether its terms and criteria may be changed now. */
export const editable = (c: Standing): boolean =>
  c.status === 'draft' || c.status === 'not_approved'
/** Whether it ended without an award; what stands at a word that is not known yet is not alive either. */
export const ended = ({ status }: Standing): boolean =>
  at(status) < 0 || at(status) >= at('unsuccessful')

/** What of an activity's policy makes the line of its life. */
export type LifePolicy = Pick<Schemas['ActivityPolicy'], 'envelopes' | 'selects' | 'steps'>
/** One step of a life; words are keys of activities.life. */
export type LifeKey =
  | 'draft'
  | 'published'
  | 'open'
  | 'closed'
  | 'opened'
  | 'prices'
  | 'evaluated'
  | 'awarded'
  | 'listed'
  | 'decided'

/** The steps of a life with the status in which each begins: one for every envelope, and the end that the policy has. */
const lifeOf = ({ envelopes, selects, steps }: LifePolicy): [LifeKey, CategoryStatus][] => [
  ['draft', 'draft'],
  ['published', 'approved'],
  ['open', 'open'],
  ['closed', 'closed'],
  ...envelopes.map(({ opens }, i): [LifeKey, CategoryStatus] => [i ? 'prices' : 'opened', opens]),
  ['evaluated', 'evaluated'],
  [selects !== 'all' ? 'awarded' : steps.includes('list') ? 'listed' : 'decided', 'awarded'],
]

type Timed = { status: CategoryStatus; opens_at: string; closes_at: string }

/** Where a category stood before it ended without an award, as far as that is sure. */
const before = ({ status, closed_at }: Ending, bids: boolean): CategoryStatus =>
  status === 'unsuccessful'
    ? // Nobody bid, or what was evaluated found no award: nothing else fails.
      bids
      ? 'evaluated'
      : 'closed'
    : status === 'cancelled'
      ? closed_at
        ? 'closed'
        : 'approved'
      : 'draft'

type Ending = Standing & { closed_at?: string | undefined }

/** How far a category has come: the index of the step of its life that it is in; one that ended is told by whether bids came. */
export const reached = (policy: LifePolicy, c: Ending, bids = false): number => {
  const status = ended(c) ? before(c, bids) : c.status
  return lifeOf(policy).reduce((last, [, begins], i) => (at(status) >= at(begins) ? i : last), 0)
}

/** A life as a line, from the step it is in and the dates that are known; one that ended elsewhere ends with that word. */
export const lifeSteps = (
  policy: LifePolicy,
  current: number,
  dates: Partial<Record<LifeKey, string | undefined>>,
  word: (key: LifeKey) => string,
  end?: string,
): LifeStep[] => {
  const now = current + (end ? 1 : 0)
  const steps = lifeOf(policy).map(
    ([key], i): LifeStep => ({
      key,
      label: word(key),
      ...(dates[key] ? { at: dates[key] } : {}),
      state: i < now ? 'done' : i === now ? 'current' : 'next',
    }),
  )
  return end ? [...steps.slice(0, now), { key: 'end', label: end, state: 'current' }] : steps
}

/** A job is as far as the least advanced of its published categories, or as the furthest of those that ended; one that is still a draft holds nothing back. */
export const jobReached = (policy: LifePolicy, categories: readonly Ending[]): number => {
  const known = categories.filter((c) => !unpublished(c))
  const living = known.filter((c) => !ended(c))
  return living.length
    ? Math.min(...living.map((c) => reached(policy, c)))
    : Math.max(0, ...known.map((c) => reached(policy, c)))
}

/** The dates of a job's life: from the first opening to the last closing. */
export const jobDates = (categories: readonly Timed[]) => {
  const alive = categories.filter((c) => !ended(c))
  const living = alive.length ? alive : categories
  const times = (pick: (c: Timed) => string) => living.map(pick).sort()
  return { open: times((c) => c.opens_at)[0], closed: times((c) => c.closes_at).at(-1) }
}

/** The moment that comes next in the life of categories, or nothing. */
export const nextDate = (categories: readonly Timed[], now: number) =>
  categories
    .filter((c) => c.status === 'approved' || c.status === 'open')
    .map((c) =>
      c.status === 'approved'
        ? { key: 'opens' as const, at: c.opens_at }
        : { key: 'closes' as const, at: c.closes_at },
    )
    .filter((next) => Date.parse(next.at) > now)
    .sort((a, b) => a.at.localeCompare(b.at))[0]
