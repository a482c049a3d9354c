import { i18n } from '@zabuni/i18n'

/** At least six characters with a letter and a digit, of any script. */
const isStrongEnough = (password: string): boolean =>
  [...password].length >= 6 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password)

/** What is wrong with a new password and its repetition, by field. */
export const passwordFaults = (password: string, confirm: string): Record<string, string> => ({
  ...(isStrongEnough(password) ? {} : { password: i18n.t('form.passwordRule', { ns: 'common' }) }),
  ...(password === confirm
    ? {}
    : { confirm_password: i18n.t('form.passwordsDiffer', { ns: 'common' }) }),
})
