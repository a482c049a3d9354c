import { changeLanguage, LANGUAGES, type Language, useTranslation } from '@zabuni/i18n'

/** The five languages, each by its own name. */
export const LanguagePicker = () => {
  const { t, i18n } = useTranslation()
  return (
    <select
      aria-label={t('language')}
      value={i18n.resolvedLanguage ?? i18n.language}
      onChange={(e) => void changeLanguage(e.target.value as Language)}
      className="h-9 max-w-32 rounded-md border border-transparent bg-transparent pr-1 pl-2 text-sm text-ink-2 hover:bg-sunken"
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={code} className="bg-raised text-ink">
          {name}
        </option>
      ))}
    </select>
  )
}
