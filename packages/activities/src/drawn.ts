import type { Schemas } from '@zabuni/api/desk'

/** What a category has and what decides in it. */
export type Policy = Schemas['ActivityPolicy']
/** A figure by which bids stand beside each other. */
export type Figure = 'technical' | 'price' | 'financial' | 'combined'
/** How the bids that passed are ordered. */
type Order = 'unranked' | 'weighed' | 'lowest' | 'highest'
/** A link of the chain that separates equal bids, as it is told. */
export type TieWord =
  | Exclude<Policy['ties'][number], 'better_price'>
  | 'lower_price'
  | 'higher_price'

/** What the screens between closing and award draw of a policy, and nothing else. */
export const drawnOf = (p: Policy) => {
  const has = (...steps: Policy['steps']) => steps.every((step) => p.steps.includes(step))
  const scored = has('criteria', 'evaluation')
  const weighed = p.method === 'weighed'
  const price = has('items') && p.best_price !== 'none'
  const figures: Figure[] = [
    ...(scored || weighed ? (['technical'] as const) : []),
    ...(price ? (['price'] as const) : []),
    ...(weighed ? (['financial', 'combined'] as const) : []),
  ]
  const order: Order =
    p.method === 'best_price' ? (p.best_price === 'highest' ? 'highest' : 'lowest') : p.method
  return {
    /** People score answers: there are interests to declare, bids to score, a mark to pass. */
    scored,
    /** People check answers, and a bid passes by their checks alone. */
    checked: has('criteria', 'qa') && !scored,
    figures,
    /** The bids have places; elsewhere all who passed stand beside each other. */
    ranked: order !== 'unranked',
    order,
    /** The author divided a hundred per cent. */
    shares: p.weighs,
    /** Bids have their places item by item. */
    byLine: p.selects === 'line',
    ties: p.ties.map(
      (tie): TieWord =>
        tie === 'better_price'
          ? p.best_price === 'highest'
            ? 'higher_price'
            : 'lower_price'
          : tie,
    ),
  }
}
