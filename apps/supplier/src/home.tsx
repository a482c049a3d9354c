import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { Page } from '@zabuni/ui/page'

/** Where a person lands after signing in. */
export default function Home() {
  const { t } = useTranslation()
  const who = session()
  return (
    <Page title={t('nav.dashboard')}>
      <p className="text-lg text-ink-2">{t('home.greeting', { name: who?.first_name ?? '' })}</p>
    </Page>
  )
}
