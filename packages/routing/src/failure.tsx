import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { isChunkLoadError, reloadOnce } from './chunk.ts'

/** Sits inside the shell, so a broken screen never takes the navigation away. */
export default function Failure() {
  const error = useRouteError()
  const { t } = useTranslation()
  const chunk = isChunkLoadError(error)
  useEffect(() => {
    if (chunk && navigator.onLine) reloadOnce()
  }, [chunk])
  return (
    <div className="mx-auto grid max-w-md justify-items-start gap-3 px-6 py-20">
      <h1 className="text-xl font-semibold">
        {chunk ? t('errors.chunkTitle') : t('errors.unexpectedTitle')}
      </h1>
      {chunk ? <p className="text-ink-2">{t('errors.chunkBody')}</p> : null}
      <Button look="primary" onClick={() => location.reload()}>
        {t('actions.reload')}
      </Button>
    </div>
  )
}
