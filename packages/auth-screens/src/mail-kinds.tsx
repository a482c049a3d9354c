import { useTranslation } from '@zabuni/i18n'
import { AuthCard } from './layout.tsx'

/** What a person chooses by after signing in; the link of a mail stops all of them. */
const AREAS = ['tenders', 'bids', 'contracts', 'plans', 'papers', 'disputes'] as const

/** The kinds of mails that a link in a mail stops, by name, and what comes whatever is chosen. */
export const MailKinds = () => {
  const { t } = useTranslation('account')
  return (
    <AuthCard>
      <div className="grid gap-1.5">
        <h2 className="font-semibold">{t('unsubscribe.stops')}</h2>
        <ul className="list-disc pl-5">
          {AREAS.map((area) => (
            <li key={area}>{t(`mails.areas.${area}`)}</li>
          ))}
        </ul>
      </div>
      <div className="grid gap-1.5">
        <h2 className="font-semibold">{t('unsubscribe.goesOn')}</h2>
        <p>{t('unsubscribe.needed')}</p>
        <p>{t('unsubscribe.app')}</p>
      </div>
    </AuthCard>
  )
}
