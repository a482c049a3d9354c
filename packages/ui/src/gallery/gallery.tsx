import { useTranslation } from '@zabuni/i18n'
import { Page } from '../page.tsx'

/** Every component on one page, for looking and for the accessibility check. */
export default function Gallery() {
  const { t } = useTranslation()
  return <Page title={t('nav.gallery')}>{null}</Page>
}
