/** A typed number as M-Pesa takes it, 2547… or 2541…; null when it is none. */
export const mpesaPhone = (typed: string): string | null => {
  const digits = typed.trim().replace(/[\s()+-]/g, '')
  return /^254[17]\d{8}$/.test(digits) ? digits : null
}

/** The number to offer: the person's own when M-Pesa can ask it, else the country code to go on from. */
export const offeredPhone = (own: string | undefined): string => mpesaPhone(own ?? '') ?? '254'
