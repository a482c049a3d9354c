import { drawnOf, type Policy } from '@zabuni/activities/drawn'
import type { Schemas } from '@zabuni/api/desk'

/** Whether nothing was asked for on paper: what stands in the room is all that there is to rank. */
export const onlyRoom = (policy: Policy) =>
  policy.steps.includes('live') && policy.envelopes.length === 0

/** The act that comes next for who looks, or nothing. */
export const nextStep = (d: {
  status: string
  policy: Policy
  my_interest?: Schemas['Desk']['my_interest']
  my_final: boolean
  bids: readonly unknown[]
  settled: boolean
  live?: Schemas['Desk']['live']
}) => {
  if (onlyRoom(d.policy) && d.status === 'closed') {
    const over = d.live === 'over'
    return {
      act: over ? ('rank' as const) : null,
      waitsForPrices: false,
      waitsForRoom: over ? undefined : ('running' as const),
    }
  }
  const open = d.policy.envelopes.find((e) => e.opens === d.status)
  const judging = drawnOf(d.policy).scored && (open?.holds.includes('criteria') ?? false)
  const fixed = d.bids.length > 0 && d.settled
  const further = open !== undefined && d.policy.envelopes.at(-1)?.name !== open.name
  // Where prices are live, no envelope is the last word: what stands in the closed room is.
  const room = open && d.policy.steps.includes('live') ? d.live : undefined
  const live = room && room !== 'over' ? room : undefined
  const last = open !== undefined && !further && !live
  const act: 'finish' | 'judge' | 'rank' | null =
    live === 'running'
      ? null
      : judging && !fixed && d.my_interest === 'none' && !d.my_final
        ? 'finish'
        : open && last
          ? 'rank'
          : open && !fixed
            ? 'judge'
            : null
  return {
    act,
    waitsForPrices: act === null && further && fixed,
    waitsForRoom: act === null ? live : undefined,
  }
}
