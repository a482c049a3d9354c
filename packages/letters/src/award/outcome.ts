import { sum } from '@zabuni/i18n/decimal'
import type { Bid, Standing } from '../queries.ts'

/** What can be decided: everybody who passed, one bid, bids item by item, or nobody. */
export type Kind = Standing['policy']['selects'] | 'none'
/** One bid's place for one item. */
export type Offer = Standing['offers'][number]
/** Which bid gets each item; an item that nobody gets has null. */
export type Picks = ReadonlyMap<string, string | null>
/** What somebody is about to propose. */
export type Choice =
  | { kind: 'none' | 'all' }
  | { kind: 'one'; submission: string | undefined }
  | { kind: 'line'; picks: Picks }
/** What a decision gives to one bid. */
export type Share = {
  submission: string
  name: string
  items: readonly Offer[]
  amount: string | undefined
}

type Line = { submission_id: string; item_id?: string; amount?: string }

/** Where nobody passed, or no bid reaches the room's reserve, there is nothing to choose. */
export const kindOf = (s: Standing): Kind =>
  s.bids.some((bid) => bid.pass && !bid.below_reserve) ? s.policy.selects : 'none'

/** Whether a bid may be recommended as a whole; the server's rule says the same. */
export const eligible = (bid: Bid): boolean =>
  bid.pass && !bid.below_reserve && bid.rank !== undefined && bid.price !== undefined

/** The items that somebody offered for, in their order, each with its offers, the best first. */
export const itemsOf = (s: Standing): (readonly [Offer, ...Offer[]])[] => {
  const items = new Map<string, [Offer, ...Offer[]]>()
  for (const offer of s.offers) {
    const offers = items.get(offer.item_id)
    if (offers) offers.push(offer)
    else items.set(offer.item_id, [offer])
  }
  return [...items.values()]
}

/** The best offer that gets an item; none where nobody offers its reserve. */
const bestOf = (offers: readonly Offer[]): Offer | undefined =>
  offers.find((offer) => !offer.below_reserve)

const settled = (s: Standing): readonly Line[] | undefined =>
  s.award?.lines ?? s.recommendation?.lines

/** What is decided or proposed already, and the best where nothing is. */
export const firstChoice = (s: Standing): Choice => {
  const kind = kindOf(s)
  const lines = settled(s)
  if (kind === 'one') {
    const best = s.bids.find((bid) => bid.rank === 1)?.submission_id
    return { kind, submission: lines?.[0]?.submission_id ?? best }
  }
  if (kind !== 'line') return { kind }
  return {
    kind,
    picks: new Map(
      itemsOf(s).map((offers) => {
        const [{ item_id }] = offers
        const gets = lines ? lines.find((l) => l.item_id === item_id) : bestOf(offers)
        return [item_id, gets?.submission_id ?? null]
      }),
    ),
  }
}

/** A choice as the server takes it. */
export const bodyOf = (
  choice: Choice,
): { submission_id?: string; lines?: { submission_id: string; item_id: string }[] } => {
  if (choice.kind === 'one') return choice.submission ? { submission_id: choice.submission } : {}
  if (choice.kind !== 'line') return {}
  return {
    lines: [...choice.picks].flatMap(([item_id, submission_id]) =>
      submission_id ? [{ item_id, submission_id }] : [],
    ),
  }
}

/** A choice as the lines that it would give. */
export const linesOf = (s: Standing, choice: Choice): Line[] => {
  if (choice.kind === 'all')
    return s.bids.filter((b) => b.pass).map(({ submission_id }) => ({ submission_id }))
  if (choice.kind === 'one')
    return s.bids
      .filter((b) => b.submission_id === choice.submission)
      .map(({ submission_id, price }) => ({ submission_id, ...(price ? { amount: price } : {}) }))
  return bodyOf(choice).lines ?? []
}

/** Whether something is chosen that can be proposed; that nobody gets anything, where nothing can be sold. */
export const complete = (s: Standing, choice: Choice): boolean =>
  choice.kind === 'line'
    ? [...choice.picks.values()].some(Boolean) || !s.offers.some((o) => !o.below_reserve)
    : choice.kind !== 'one' || choice.submission !== undefined

/** Whether a better bid is passed over, or nobody gets what is there: the record has to say why. */
export const needsReason = (s: Standing, choice: Choice): boolean => {
  if (choice.kind === 'one')
    return s.bids.find((b) => b.submission_id === choice.submission)?.rank !== 1
  if (choice.kind === 'line')
    return (
      ![...choice.picks.values()].some(Boolean) ||
      itemsOf(s)
        .filter(bestOf)
        .some((offers) => {
          const gets = offers.find((o) => o.submission_id === choice.picks.get(o.item_id))
          return gets?.rank !== 1
        })
    )
  return choice.kind === 'none'
}

const named = (lines: readonly Line[]) =>
  lines.map((l) => `${l.item_id ?? ''} ${l.submission_id}`).sort()

/** Whether a choice is what is proposed already: it needs no second proposal. */
export const proposed = (s: Standing, choice: Choice): boolean =>
  s.recommendation !== undefined &&
  String(named(s.recommendation.lines)) === String(named(linesOf(s, choice)))

/** Who gets what by some lines, each bidder once, in the order of the bids. */
export const sharesOf = (s: Standing, lines: readonly Line[]): Share[] =>
  s.bids.flatMap((bid): Share[] => {
    const own = lines.filter((l) => l.submission_id === bid.submission_id)
    if (!own.length) return []
    const items = s.offers.filter(
      (o) =>
        o.submission_id === bid.submission_id && own.some((line) => line.item_id === o.item_id),
    )
    const amounts = items.length ? items.map((o) => o.amount) : own.flatMap((l) => l.amount ?? [])
    return [
      {
        submission: bid.submission_id,
        name: bid.supplier_name,
        items,
        amount: amounts.length ? sum(amounts) : undefined,
      },
    ]
  })
