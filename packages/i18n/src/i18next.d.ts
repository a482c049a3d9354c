import type account from './locales/en/account.json'
import type activities from './locales/en/activities.json'
import type admin from './locales/en/admin.json'
import type archive from './locales/en/archive.json'
import type auctions from './locales/en/auctions.json'
import type auth from './locales/en/auth.json'
import type bidding from './locales/en/bidding.json'
import type check from './locales/en/check.json'
import type common from './locales/en/common.json'
import type console from './locales/en/console.json'
import type contracts from './locales/en/contracts.json'
import type errors from './locales/en/errors.json'
import type evaluation from './locales/en/evaluation.json'
import type figures from './locales/en/figures.json'
import type inforce from './locales/en/inforce.json'
import type legal from './locales/en/legal.json'
import type letters from './locales/en/letters.json'
import type live from './locales/en/live.json'
import type mail from './locales/en/mail.json'
import type meetings from './locales/en/meetings.json'
import type notifications from './locales/en/notifications.json'
import type payments from './locales/en/payments.json'
import type people from './locales/en/people.json'
import type plans from './locales/en/plans.json'
import type platform from './locales/en/platform.json'
import type procurement from './locales/en/procurement.json'
import type proof from './locales/en/proof.json'
import type register from './locales/en/register.json'
import type risks from './locales/en/risks.json'
import type savings from './locales/en/savings.json'
import type sourcing from './locales/en/sourcing.json'
import type suppliers from './locales/en/suppliers.json'
import type tasks from './locales/en/tasks.json'
import type tenders from './locales/en/tenders.json'
import type tutorials from './locales/en/tutorials.json'
import type world from './locales/en/world.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    returnNull: false
    resources: {
      common: typeof common
      errors: typeof errors
      archive: typeof archive
      auctions: typeof auctions
      auth: typeof auth
      account: typeof account
      activities: typeof activities
      admin: typeof admin
      bidding: typeof bidding
      check: typeof check
      console: typeof console
      contracts: typeof contracts
      evaluation: typeof evaluation
      figures: typeof figures
      inforce: typeof inforce
      legal: typeof legal
      letters: typeof letters
      live: typeof live
      mail: typeof mail
      meetings: typeof meetings
      notifications: typeof notifications
      payments: typeof payments
      people: typeof people
      plans: typeof plans
      platform: typeof platform
      procurement: typeof procurement
      proof: typeof proof
      register: typeof register
      risks: typeof risks
      savings: typeof savings
      sourcing: typeof sourcing
      suppliers: typeof suppliers
      tasks: typeof tasks
      tenders: typeof tenders
      tutorials: typeof tutorials
      world: typeof world
    }
  }
}
