import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { MapPinOffIcon } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'

/** The address leads nowhere, or not for this person. */
export default function NotFound() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <Page width="form" title={t('errors.notFoundTitle')} subtitle={t('errors.notFoundBody')}>
      <div className="grid justify-items-start gap-5 rounded-lg border border-line bg-surface p-5 shadow-xs">
        <p className="flex max-w-full items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-canvas text-ink-3"
          >
            <MapPinOffIcon size={18} />
          </span>
          <span className="min-w-0 font-mono text-sm break-all text-ink-2">{pathname}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <LinkButton to="/" look="primary">
            {t('errors.home')}
          </LinkButton>
          <Button onClick={() => void navigate(-1)}>{t('actions.back')}</Button>
        </div>
      </div>
    </Page>
  )
}
