/** A country by its own name in a language; the code itself where the language does not know it. */
export const countryName = (code: string, language: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code
}
