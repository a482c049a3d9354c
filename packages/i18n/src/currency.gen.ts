// Made from core/kernel/money by `make generate`; not edited by hand.

const OTHERS: Readonly<Record<string, number>> = {
  BIF: 0,
  DJF: 0,
  GNF: 0,
  KMF: 0,
  LYD: 3,
  RWF: 0,
  TND: 3,
  UGX: 0,
  XAF: 0,
  XOF: 0,
}

/** The digits of a currency's smallest unit, to which the amount of a line is rounded. */
export const digitsOf = (currency: string): number => OTHERS[currency] ?? 2
