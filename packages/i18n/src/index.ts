/// <reference path="./i18next.d.ts" />
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next, useTranslation as useWords } from 'react-i18next'
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGES,
  type Language,
  storedLanguage,
  storeLanguage,
} from './languages.ts'
import enAuth from './locales/en/auth.json'
import enCommon from './locales/en/common.json'
import { inAllNumbers } from './plurals.ts'

export { default as i18n } from 'i18next'
export { isLanguage, LANGUAGES, type Language } from './languages.ts'

/** The words that every screen may use. */
export type Common = typeof enCommon

/** Words did not come, in no language: a screen of bare keys is none. */
class WordsMissing extends Error {
  override readonly name = 'NetworkError'
}

/** The words of namespaces; throws to the frame where the line lost them. */
export const useTranslation = ((namespaces, options) => {
  const words = useWords(namespaces, options)
  const { i18n } = words
  const wanted = [namespaces].flat() as (string | undefined)[]
  const lost = wanted.find(
    (name) =>
      name &&
      name !== 'errors' && // of these the server sends its own, and a form must not go for their sake
      i18n.languages?.every((language) => !i18n.hasResourceBundle(language, name)),
  )
  if (lost) throw new WordsMissing(lost)
  return words
}) as typeof useWords

// Every locale file is its own chunk; English common and auth ride in the first load because they are the fallback.
const first = import.meta.glob<{ default: Record<string, unknown> }>([
  './locales/*/common.json',
  './locales/*/auth.json',
  '!./locales/en/*.json',
])
const find = async (file: string) => first[file] ?? (await import('./catalogue.ts')).files[file]

const chunks: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    find(`./locales/${language}/${namespace}.json`)
      .then((load) => load?.())
      .then(
        (m) =>
          m
            ? done(null, inAllNumbers(language, m.default))
            : done(new Error(`No locale ${language}/${namespace}`), false),
        (e: Error) => done(e, true),
      )
  },
}

/** The document says its language, so that voices and fonts follow. */
const reflect = (language: string) => {
  document.documentElement.lang = language
}

/** Starts with the stored language; English rides along as the fallback. */
export const startI18n = async (): Promise<typeof i18next> => {
  i18next.on('languageChanged', reflect)
  await i18next
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: storedLanguage(),
      fallbackLng: DEFAULT_LANGUAGE,
      supportedLngs: Object.keys(LANGUAGES),
      ns: ['common', 'auth'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: { en: { common: enCommon, auth: enAuth } },
      interpolation: { escapeValue: false },
      returnNull: false,
      // With the waits between, some three seconds; then the frame says so and one may ask again.
      maxRetries: 3,
      react: { useSuspense: true },
    })
  // The sentences of all faults are many, and nobody meets one before the first screen stands.
  void i18next.loadNamespaces('errors')
  return i18next
}

/** Changes the language and remembers it. */
export const changeLanguage = async (language: Language): Promise<void> => {
  if (!isLanguage(language)) return
  storeLanguage(language)
  await i18next.changeLanguage(language)
}
