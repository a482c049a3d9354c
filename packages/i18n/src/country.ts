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

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
// Groups of countries and codes for tests have names too.
const NO_NATION = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** Every country by its name in a language; a code that has been replaced is left out. */
export const nationsIn = (language: string): { code: string; name: string }[] => {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
    .filter(
      (code) =>
        !NO_NATION.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`,
    )
    .flatMap((code) => {
      const name = names.of(code)
      return name ? [{ code, name }] : []
    })
    .sort((x, y) => x.name.localeCompare(y.name, language))
}
