import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { useProof } from '@zabuni/routing/ui/proof'
import { ReasonDialog } from '@zabuni/ui/ask'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { toast } from '@zabuni/ui/toast'
import { useRef, useState } from 'react'
import { askJobRefund, jobRefundQuery } from './queries.ts'
import { useSums } from './refund-parts.tsx'

/** What of a cancelled job was paid and not given back yet: all of it goes back in one act. */
export const JobRefund = ({ job, title }: { job: string; title: string }) => {
  const { t } = useTranslation(['payments', 'common'])
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const sums = useSums()
  const [open, setOpen] = useState(false)
  const key = useRef({ of: '', key: '' })
  const { data: owed } = useQuery({ ...jobRefundQuery(job), enabled: mayI('VIEW_REPORT') })
  if (!owed?.items.length) return null
  const orders = sums(owed.items)
  return (
    <Card
      title={t('back.title')}
      footer={
        <>
          <LinkButton to="/zabuni/payment_refunds">{t('back.title')}</LinkButton>
          {mayI('MANAGE_PAYMENTS') ? (
            <Button look="primary" onClick={() => setOpen(true)}>
              {t('back.askAll')}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="text-sm">{t('back.jobOwes', { orders })}</p>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('back.askAll')}
        description={t('back.askAllMeans', { orders, job: title })}
        reasonHint={t('desk.story.reasonHint')}
        action={t('back.ask')}
        send={async (reason) => {
          if (key.current.of !== reason) key.current = { of: reason, key: crypto.randomUUID() }
          await withProof(() => data(askJobRefund(key.current.key, job, reason)))
          toast('ok', t('back.askedFor'))
          await cache.invalidateQueries({ queryKey: keys.payment })
          setOpen(false)
        }}
      />
      {proofDialog}
    </Card>
  )
}
