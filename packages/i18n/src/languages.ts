/** The languages of the product, each by its own name. */
export const LANGUAGES = {
  am: 'አማርኛ',
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  sw: 'Kiswahili',
} as const
/** A language of the product. */
export type Language = keyof typeof LANGUAGES
/** Their codes, for schemas of forms. */
export const LANGUAGE_CODES = ['en', 'am', 'fr', 'pt', 'sw'] as const satisfies readonly Language[]
/** Default and fallback. */
export const DEFAULT_LANGUAGE: Language = 'en'
const STORAGE_KEY = 'zabuni.language'

/** Whether a stored or sent value is one of ours. */
export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value)

/** The language that the translations are in, as one of ours. */
export const languageOf = (code: string): Language => (isLanguage(code) ? code : DEFAULT_LANGUAGE)

/** Last chosen language; English when nothing valid is stored. */
export const storedLanguage = (): Language => {
  try {
    const value = localStorage.getItem(STORAGE_KEY)
    return isLanguage(value) ? value : DEFAULT_LANGUAGE
  } catch {
    return DEFAULT_LANGUAGE
  }
}

/** Remembers the choice on this device. */
export const storeLanguage = (language: Language): void => {
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    /* private mode: the choice lasts for the tab */
  }
}
