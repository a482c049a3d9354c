import type account from './locales/en/account.json'
import type auth from './locales/en/auth.json'
import type bidding from './locales/en/bidding.json'
import type common from './locales/en/common.json'
import type errors from './locales/en/errors.json'
import type evaluation from './locales/en/evaluation.json'
import type payments from './locales/en/payments.json'
import type sourcing from './locales/en/sourcing.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    returnNull: false
    resources: {
      common: typeof common
      errors: typeof errors
      auth: typeof auth
      account: typeof account
      bidding: typeof bidding
      evaluation: typeof evaluation
      payments: typeof payments
      sourcing: typeof sourcing
    }
  }
}
