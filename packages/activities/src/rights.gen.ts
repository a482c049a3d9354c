// Made from core/sourcing by `make generate`; not edited by hand.
import type { Privilege, UserType } from '@zabuni/routing/guard'
import type { Activity } from './activity.ts'

/** What people do in the life of a job. */
export type Act =
  | 'ask'
  | 'author'
  | 'award'
  | 'conduct'
  | 'host'
  | 'invite'
  | 'judge'
  | 'negotiate'
  | 'open'
  | 'report'
  | 'tell'

type Rights = { readonly [T in UserType]?: { readonly [A in Act]?: Privilege } }

/** By which privilege people of a desk do what, unless the activity says otherwise. */
export const USUAL: Rights = {
  buyer: { ask: 'MANAGE_CRETERIA', author: 'MANAGE_CATEGORY', award: 'AWARD_JOB', conduct: 'MANAGE_JOB', host: 'MANAGE_AUCTION', invite: 'INVITE_SUPPLIERS', judge: 'EVALUATE_BIDS', negotiate: 'MANAGE_CATEGORY', open: 'OPEN_BIDS', report: 'VIEW_REPORT', tell: 'SEND_PARTICIPANT_LIST' },
  qed: { ask: 'MANAGE_CRETERIA', author: 'MANAGE_CATEGORY', conduct: 'MANAGE_JOB', host: 'MANAGE_AUCTION', invite: 'INVITE_SUPPLIERS', judge: 'EVALUATE_BIDS', report: 'VIEW_REPORT', tell: 'VIEW_REPORT' },
}

/** What activities say otherwise. */
export const OWN: { readonly [A in Activity]?: Rights } = {
  asset_disposal: { qed: { ask: 'MANAGE_CATEGORY', invite: 'MANAGE_CATEGORY', report: 'MANAGE_CATEGORY', tell: 'MANAGE_CATEGORY' } },
  supplier_registration: { qed: { ask: 'MANAGE_JOB', author: 'MANAGE_JOB', invite: 'MANAGE_JOB', judge: 'MANAGE_JOB', report: 'MANAGE_JOB', tell: 'MANAGE_JOB' } },
}
