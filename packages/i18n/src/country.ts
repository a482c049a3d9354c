/** A country by its own name in a language; the code itself where the language does not know it. */
export const countryName = (code: string, language: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code
}

/** The codes of countries that a list may be narrowed to. */
export const countryCodes = (countries: readonly { iso2: string }[] | undefined): string[] =>
  (countries ?? []).map(({ iso2 }) => iso2)

/** Countries to choose from: value and name in a language, in the order of that language. */
export const countryChoices = (
  countries: readonly { iso2: string }[] | undefined,
  language: string,
): { value: string; label: string }[] =>
  (countries ?? [])
    .map(({ iso2 }) => ({ value: iso2, label: countryName(iso2, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
