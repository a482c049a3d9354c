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

/** The steps of a life that all categories share; words are keys of activities.life. */
const LIFE = ['draft', 'published', 'open', 'closed', 'opened', 'evaluated', 'awarded'] as const
/** One step of the life. */
export type LifeKey = (typeof LIFE)[number]
const REACHED_AT: Record<LifeKey, CategoryStatus> = {
  draft: 'draft',
  published: 'approved',
  open: 'open',
  closed: 'closed',
  opened: 'technical_evaluation',
  evaluated: 'evaluated',
  awarded: 'awarded',
}

type Timed = { status: CategoryStatus; opens_at: string; closes_at: string }

/** How far a category has come: the index into LIFE of the step that it is in. */
export const reached = (c: Standing): number =>
  LIFE.reduce((last, key, i) => (at(c.status) >= at(REACHED_AT[key]) ? i : last), 0)

/** A life as a line, from the step it is in and the dates that are known. */
export const lifeSteps = (
  current: number,
  dates: Partial<Record<LifeKey, string | undefined>>,
  word: (key: LifeKey) => string,
): LifeStep[] =>
  LIFE.map((key, i) => ({
    key,
    label: word(key),
    ...(dates[key] ? { at: dates[key] } : {}),
    state: i < current ? 'done' : i === current ? 'current' : 'next',
  }))

/** A job is as far as the least advanced of its published categories; one that is still a draft holds nothing back. */
export const jobReached = (categories: readonly Standing[]): number => {
  const living = categories.filter((c) => !ended(c) && !unpublished(c))
  return living.length ? Math.min(...living.map(reached)) : 0
}

/** The dates of a job's life: from the first opening to the last closing. */
export const jobDates = (categories: readonly Timed[]) => {
  const living = categories.filter((c) => !ended(c))
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
