/** The financial year that an address asks for, or the one that begins in this calendar year. */
export const askedYear = (text: string): number =>
  /^20\d\d$|^2100$/.test(text) ? Number(text) : new Date().getFullYear()

/** The first and the last day of a financial year that begins with a month, 1 to 12, as YYYY-MM-DD. */
export const financialYear = (year: number, month: number): { first: string; last: string } => {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return {
    first: day(Date.UTC(year, month - 1, 1)),
    last: day(Date.UTC(year + 1, month - 1, 0)),
  }
}
