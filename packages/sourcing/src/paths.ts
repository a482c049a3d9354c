import type { Tables } from '@zabuni/activities/table'
import { BUYER, BUYER_ALIASES } from './paths/buyer.ts'
import { OPERATOR, OPERATOR_ALIASES } from './paths/operator.ts'
import type { SourcingSlots } from './slots.ts'

type Sides = Readonly<Record<'buyer' | 'operator', Tables<SourcingSlots>>>

/** Where each kind of screen is found, as irregular as the specification has it. */
export const PATHS: Sides = { buyer: BUYER, operator: OPERATOR }

/** Second spellings of the specification: they show the same screen, no link leads to them. */
export const ALIASES: Sides = { buyer: BUYER_ALIASES, operator: OPERATOR_ALIASES }
