import { useTranslation } from '@zabuni/i18n'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'

/** The address leads nowhere, or not for this person. */
export default function NotFound() {
  const { t } = useTranslation()
  return (
    <Page title={t('errors.notFoundTitle')} subtitle={t('errors.notFoundBody')}>
      <LinkButton to="/" look="primary">
        {t('errors.home')}
      </LinkButton>
    </Page>
  )
}
