import type { Privilege } from './privilege.gen'

export type { Privilege } from './privilege.gen'

/** Who a person is to the platform. */
export type UserType = 'supplier' | 'buyer' | 'qed' | 'temp'

/** Who may see a screen. */
export type Guard =
  | 'public'
  | 'signedIn'
  | { type: UserType; privilege?: Privilege; module?: string }
/** What a guard reads of the session; null when signed out. */
export type Who = {
  user_type: UserType
  privileges: readonly string[]
  /** Parts of the platform that the company has; unknown to older sessions. */
  modules?: readonly string[]
  login_status?: number
} | null
/** What a guard answers. */
export type Decision = 'allow' | 'login' | 'code' | 'forbidden'

/** Courtesy only: every server enforces its own guards on its operations. */
export const decide = (who: Who, guard: Guard): Decision => {
  if (guard === 'public') return 'allow'
  if (!who) return 'login'
  if (who.login_status === 4) return 'code'
  if (guard === 'signedIn') return 'allow'
  if (who.user_type !== guard.type) return 'forbidden'
  return can(who, guard.privilege) && hasModule(who, guard.module) ? 'allow' : 'forbidden'
}

/** Whether the person holds the privilege; asked for buttons as well as for screens. */
export const can = (who: Who, privilege: Privilege | undefined): boolean =>
  !privilege || !!who?.privileges.includes(privilege)

/** Whether the person's company has a part of the platform. */
export const hasModule = (who: Who, module: string | undefined): boolean =>
  !module || !who?.modules || who.modules.includes(module)

/** Where an unmet guard sends a person. */
const PERMISSION_ERROR = '/permissions/error'
/** The same with what was missing and where the person was going, so that the page can explain itself. */
export const permissionHref = (guard: Guard, intended: string): string => {
  const needs = typeof guard === 'object' ? guard.privilege : undefined
  return needs
    ? `${PERMISSION_ERROR}?needs=${needs}&from=${encodeURIComponent(intended)}`
    : PERMISSION_ERROR
}
/** Where a session that awaits its second factor is sent. */
export const VERIFICATION = '/verification-code'

/** An address before sign-in that remembers where the person wanted to go. */
export const withReturn = (path: string, intended: string): string =>
  intended === '/' ? path : `${path}?returnUrl=${encodeURIComponent(intended)}`
/** The login address that remembers where the person wanted to go. */
export const loginHref = (intended: string): string => withReturn('/login', intended)
/** The second-factor address that remembers the same. */
export const verificationHref = (intended: string): string => withReturn(VERIFICATION, intended)

/** Only same-origin paths: '//evil', 'https:…', '\\evil' and what becomes one of them when tidied ('/..//evil') are thrown away. */
export const safeReturnUrl = (raw: string | null): string => {
  if (!raw || !/^\/(?![/\\])/.test(raw)) return '/'
  const base = 'https://x.invalid'
  const url = new URL(raw, base)
  return url.origin === base && !/^\/(?:[/\\]|(?:login|verification-code)\b)/.test(url.pathname)
    ? url.pathname + url.search + url.hash
    : '/'
}

/** The operator's first path segment at run time; printed as {product}. */
const PRODUCT = 'zabuni'

/** Where "/" leads. */
export const homeFor = (type: UserType): string =>
  ({
    supplier: '/supplier/dashboard',
    buyer: '/company/landing',
    temp: '/contract-management/dashboard',
    qed: `/${PRODUCT}/landing`,
  })[type]
