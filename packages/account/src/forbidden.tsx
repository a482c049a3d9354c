import { useTranslation } from '@zabuni/i18n'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'

/** Where an unmet guard leads. */
export default function Forbidden() {
  const { t } = useTranslation()
  return (
    <Page title={t('errors.permissionTitle')} subtitle={t('errors.permissionBody')}>
      <LinkButton to="/" look="primary">
        {t('errors.home')}
      </LinkButton>
    </Page>
  )
}
