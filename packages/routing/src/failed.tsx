import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { useEffect } from 'react'
import { isChunkLoadError, reloadOnce } from './chunk.ts'

/** Stands where a screen should: its script did not come, the server was out of reach, or the screen broke. */
export const Failed = ({ error }: { error: unknown }) => {
  const { t } = useTranslation()
  const chunk = isChunkLoadError(error)
  const kind = chunk || (error as Error)?.name === 'NetworkError' ? 'chunk' : 'unexpected'
  useEffect(() => {
    if (chunk && navigator.onLine) reloadOnce()
    if (kind !== 'chunk') return
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [chunk, kind])
  return (
    <div className="mx-auto grid max-w-md justify-items-start gap-3 px-6 py-20">
      <h1 className="text-xl font-semibold">{t(`errors.${kind}Title`)}</h1>
      <p className="text-ink-2">{t(`errors.${kind}Body`)}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {t('actions.reload')}
      </Button>
    </div>
  )
}
