/** How a number of M-Pesa is written: its one money is Kenya's shilling, and so are its numbers. */
export const MPESA_EXAMPLE = { local: '0722000032', example: '254722000032' }

/** A number as people type it (0722…, +254 722…, 254722…) as M-Pesa takes it, 2547… or 2541…; null when it is none. */
export const mpesaPhone = (typed: string): string | null => {
  const [, mobile] = /^(?:\+|00)?(?:254)?0?([17]\d{8})$/.exec(typed.replace(/[\s().-]/g, '')) ?? []
  return mobile ? `254${mobile}` : null
}

/** The number to offer: the person's own when M-Pesa can ask it, else the country code to go on from. */
export const offeredPhone = (own: string | undefined): string => mpesaPhone(own ?? '') ?? '254'
