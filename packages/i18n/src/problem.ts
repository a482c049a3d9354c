import type { i18n as I18n } from 'i18next'
import i18next from 'i18next'

type Params = Record<string, unknown>
type FaultLike = { code: string; params?: Params | undefined; detail?: string | undefined }

/**
 * The sentence of a fault code in the person's language. Where the server sent the sentence's figures, the
 * fuller sentence is taken: field.too_short with {min: 3} reads errors.field.too_short_min. A param
 * named context chooses among sentences, where there is one for it: sourcing.not_invited_rfq.
 */
export const faultText = (fault: FaultLike, i18n: I18n = i18next): string => {
  const params = fault.params ?? {}
  const names = ['min', 'max'].filter((name) => params[name] !== undefined)
  const fuller = [fault.code, ...names].join('_')
  const key = [fuller, fault.code].find((k) =>
    i18n.exists(k, { ns: 'errors', keySeparator: false }),
  )
  if (!key) return fault.detail ?? i18n.t('internal', { ns: 'errors' })
  return i18n.t(key as 'internal', { ...params, ns: 'errors', keySeparator: false })
}

/** Why a supplier may not take part in a category: the code that lists and previews carry. */
export const refusalText = (code: string, activity: string, i18n: I18n = i18next): string =>
  faultText({ code, params: { context: activity } }, i18n)

type Problem = FaultLike & { errors?: readonly FaultLike[] | null }
type Thrown = { problem?: Problem | undefined; name?: string }
/** What to say of anything a call threw: the server's fault, a lost connection, or our own failure. */
export const problemText = (error: unknown, i18n: I18n = i18next): string => {
  const { problem, name } = (error ?? {}) as Thrown
  if (problem) return faultText(problem, i18n)
  if (name === 'NetworkError') return i18n.t('errors.network', { ns: 'common' })
  return i18n.t('internal', { ns: 'errors' })
}

/**
 * The same of an act without a form: where the server says no more than that something is invalid, what is
 * wrong with the field has no other place to be told.
 */
export const actText = (error: unknown, i18n: I18n = i18next): string => {
  const { problem } = (error ?? {}) as Thrown
  const [fault] = problem?.errors ?? []
  return fault && problem?.code === 'invalid' ? faultText(fault, i18n) : problemText(error, i18n)
}
