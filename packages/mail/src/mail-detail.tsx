import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Drawer } from '@zabuni/ui/dialog'
import { toast } from '@zabuni/ui/toast'
import { ledgerKey, mailQuery, retryMail } from './queries.ts'

/** One message: each attempt, what became of it, and another one. */
export const MailDetail = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t, i18n } = useTranslation('mail')
  const cache = useQueryClient()
  const { data, error } = useQuery(mailQuery(id))
  const retry = useMutation({
    mutationFn: () => retryMail(id),
    onSuccess: () => toast('ok', t('outgoing.retried')),
    onSettled: () => cache.invalidateQueries({ queryKey: ledgerKey }),
  })
  const status = data?.mail.status
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('outgoing.detail')}
      description={data?.mail.recipient}
      footer={
        status === 'failed' || status === 'bounced' ? (
          <Button look="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
            {t('outgoing.retry')}
          </Button>
        ) : undefined
      }
    >
      <div className="grid gap-3 text-sm">
        {error || retry.error ? (
          <Banner tone="bad">{problemText(error ?? retry.error, i18n)}</Banner>
        ) : null}
        {data && status ? (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{t(`kind.${data.mail.kind}`)}</span>
              <Badge tone={status === 'sent' ? 'ok' : 'neutral'}>{t(`status.${status}`)}</Badge>
            </p>
            <h3 className="font-medium">{t('outgoing.attempts')}</h3>
            {data.tries.length ? (
              <ol className="grid gap-2">
                {data.tries.map((a) => (
                  <li key={a.at} className="grid gap-0.5 rounded-md border border-line p-3">
                    <span className="flex justify-between gap-3">
                      <span className="text-ink-2">{formatMoment(a.at, ownZone())}</span>
                      <span className="font-medium">{t(`status.${a.outcome}`)}</span>
                    </span>
                    {a.error ? <span className="break-words text-bad">{a.error}</span> : null}
                  </li>
                ))}
              </ol>
            ) : (
              <p className="text-ink-2">{t('outgoing.noAttempts')}</p>
            )}
          </>
        ) : null}
      </div>
    </Drawer>
  )
}
