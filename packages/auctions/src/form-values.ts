import type { Schemas } from '@zabuni/api/desk'
import { short } from '@zabuni/i18n/decimal'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import type { Choice } from '@zabuni/ui/combobox'
import type { Auction, Rules } from './queries.ts'

type Category = Schemas['CategoryDetails']
type Job = Schemas['JobDetails']

/** What the form of an auction holds: all as typed. */
export type AuctionValues = {
  code: string
  title: string
  description: string
  department_id: string
  private: boolean
  plan_item_id: Choice | null
  classification: string
  instructions: string
  currency: string
  estimate: string
  opens_at: string
  closes_at: string
  pass_mark: string
  asks: boolean
  invited_only: boolean
  starts_at: string
  ends_at: string
  hard_end: string
  start_price: string
  reserve: string
  show_reserve_met: boolean
  step_kind: 'amount' | 'percent'
  step: string
  improves: Rules['improves']
  jump_percent: string
  window: string
  extend: string
  extend_from: Rules['extend_from']
  extend_on: Rules['extend_on']
  trigger_rank: string
  max_extensions: string
  visibility: Rules['visibility']
  show_bidders: boolean
}

const DAY = 86_400_000

/** The values of an auction that exists, or the usual ones: a week to answer, then an hour in the morning. */
export const valuesOf = (
  had: { job: Job; category: Category; auction: Auction } | null,
  { zone, currency, now }: { zone: string; currency: string; now: number },
): AuctionValues => {
  const day = (offset: number) =>
    toWall(new Date(now + offset * DAY).toISOString(), zone).slice(0, 10)
  const wall = (at: string | undefined, usual: string) => (at ? toWall(at, zone) : usual)
  const { job, category: c, auction: a } = had ?? {}
  const r = a?.rules
  const minutes = (seconds: number | undefined, usual: string) =>
    seconds === undefined ? usual : String(seconds / 60)
  return {
    code: job?.code ?? '',
    title: job?.title ?? '',
    description: job?.description ?? '',
    department_id: job?.department_id ?? '',
    plan_item_id: job?.plan_item_id ? { id: job.plan_item_id, name: job.plan_item } : null,
    classification: job?.classification ?? '',
    private: job?.private ?? false,
    instructions: c?.instructions ?? '',
    currency: c?.currency ?? currency,
    estimate: c?.estimate ? short(c.estimate) : '',
    opens_at: wall(c?.opens_at, `${day(1)}T08:00`),
    closes_at: wall(c?.closes_at, `${day(8)}T17:00`),
    pass_mark: c ? short(c.pass_mark) : '70',
    asks: c ? !c.without.includes('criteria') : true,
    invited_only: c?.invited_only ?? true,
    starts_at: wall(r?.starts_at, `${day(10)}T10:00`),
    ends_at: wall(r?.ends_at, `${day(10)}T11:00`),
    hard_end: wall(r?.hard_end, `${day(10)}T12:00`),
    start_price: r?.start_price ? short(r.start_price) : '',
    reserve: a?.reserve ? short(a.reserve) : '',
    show_reserve_met: r?.show_reserve_met ?? false,
    step_kind: r?.step_amount ? 'amount' : 'percent',
    step: short(r?.step_amount ?? r?.step_percent ?? '1'),
    improves: r?.improves ?? 'leader',
    jump_percent: short(r?.jump_percent ?? '20'),
    window: minutes(r?.window_seconds, '2'),
    extend: minutes(r?.extend_seconds, '2'),
    extend_from: r?.extend_from ?? 'receipt',
    extend_on: r?.extend_on ?? 'any',
    trigger_rank: String(r?.trigger_rank || 3),
    max_extensions: r?.max_extensions ? String(r.max_extensions) : '',
    visibility: r?.visibility ?? 'best_rank',
    show_bidders: r?.show_bidders ?? false,
  }
}

// A length that was typed as minutes; what cannot be read the server refuses.
const seconds = (minutes: string) => Math.round(Number(minutes || '0') * 60)

/** The rules as the server takes them. */
export const rulesOf = (v: AuctionValues, zone: string): Schemas['AuctionRulesForm'] => {
  const soft = seconds(v.window) > 0
  return {
    visibility: v.visibility,
    show_bidders: v.show_bidders,
    improves: v.improves,
    jump_percent: v.jump_percent || '0',
    starts_at: fromWall(v.starts_at, zone),
    ends_at: fromWall(v.ends_at, zone),
    window_seconds: seconds(v.window),
    extend_seconds: soft ? seconds(v.extend) : 0,
    extend_from: v.extend_from,
    extend_on: v.extend_on,
    ...(soft && v.hard_end ? { hard_end: fromWall(v.hard_end, zone) } : {}),
    ...(v.extend_on === 'rank' ? { trigger_rank: Number(v.trigger_rank) } : {}),
    ...(v.max_extensions ? { max_extensions: Number(v.max_extensions) } : {}),
    ...(v.start_price ? { start_price: v.start_price } : {}),
    ...(v.reserve ? { reserve: v.reserve, show_reserve_met: v.show_reserve_met } : {}),
    ...(v.step ? { [v.step_kind === 'amount' ? 'step_amount' : 'step_percent']: v.step } : {}),
  }
}

/** The whole form as the server takes it. */
export const bodyOf = (
  v: AuctionValues,
  zone: string,
): Omit<Schemas['UpdateAuctionInputBody'], 'version'> => ({
  code: v.code,
  title: v.title,
  description: v.description,
  private: v.private,
  instructions: v.instructions,
  currency: v.currency,
  opens_at: fromWall(v.opens_at, zone),
  invited_only: v.invited_only,
  without: v.asks ? [] : ['criteria'],
  rules: rulesOf(v, zone),
  ...(v.department_id ? { department_id: v.department_id } : {}),
  ...(v.plan_item_id ? { plan_item_id: v.plan_item_id.id } : {}),
  ...(v.classification ? { classification: v.classification } : {}),
  ...(v.estimate ? { estimate: v.estimate } : {}),
  ...(v.asks ? { closes_at: fromWall(v.closes_at, zone), pass_mark: v.pass_mark || '0' } : {}),
})

/** Where the form says what the server names otherwise. */
export const nameOf = (pointer: string): string =>
  ({
    step_amount: 'step',
    step_percent: 'step',
    window_seconds: 'window',
    extend_seconds: 'extend',
  })[pointer.replace(/^\/(rules\/)?/, '')] ?? pointer.replace(/^\/(rules\/)?/, '')
