import { formatDecimal } from '@zabuni/i18n/format'

/** A score as it is read: its digits behind the point where it has any. */
export const points = (value: string, language: string): string =>
  formatDecimal(value, language, /\.\d*[1-9]/.test(value) ? 2 : 0)
