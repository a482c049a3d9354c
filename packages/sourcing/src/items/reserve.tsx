import { useQueryClient } from '@tanstack/react-query'
import { ReserveLine } from '@zabuni/activities/ui/asset'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { MoneyField } from '@zabuni/ui/number-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { removeReserve, setReserve } from '../queries.ts'

type Props = { found: Schemas['CategoryDetails']; item: Schemas['Item'] }

const Form = ({ found, item, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const form = useProblemForm({
    defaultValues: { amount: '', reason: '' },
    submit: async ({ amount, reason }) => {
      await setReserve(found.id, item.id, { amount: amount || '0', ...(reason ? { reason } : {}) })
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
      toast('ok', t('asset.sealed'))
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <Bound form={form} name="amount">
        {(control) => (
          <MoneyField
            required
            label={t('asset.amount', { unit: item.unit })}
            hint={t('asset.amountHint')}
            currency={found.currency}
            {...control}
          />
        )}
      </Bound>
      <TextareaField
        rows={2}
        label={t('asset.reason')}
        hint={t('asset.reasonHint')}
        {...form.field('reason')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('asset.seal')}
        </Button>
      </div>
    </form>
  )
}

/** The least for which a unit of an item is sold: typed once, read by nobody until the prices are opened. */
export const ReserveCard = ({ found, item, changeable }: Props & { changeable: boolean }) => {
  const { t } = useTranslation(['sourcing', 'activities'])
  const cache = useQueryClient()
  const [asking, setAsking] = useState<'seal' | 'remove'>()
  const reserve = item.asset?.reserve
  const close = () => setAsking(undefined)
  return (
    <Card title={t('activities:asset.reserve')}>
      <div className="grid gap-3">
        {reserve ? (
          <>
            <ReserveLine reserve={reserve} unit={item.unit} zone={found.timezone} />
            {reserve.at ? (
              <p className="text-xs text-ink-2">
                {t('asset.sealedBy', {
                  name: reserve.by,
                  at: formatMoment(reserve.at, found.timezone),
                })}
              </p>
            ) : null}
          </>
        ) : (
          <p className="text-sm text-ink-2">{t('asset.noReserve')}</p>
        )}
        {reserve?.opened ? null : <p className="text-xs text-ink-3">{t('asset.reserveHint')}</p>}
        {changeable ? (
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setAsking('seal')}>
              {t(reserve ? 'asset.sealAnother' : 'asset.sealOne')}
            </Button>
            {reserve ? (
              <Button size="sm" look="ghost" onClick={() => setAsking('remove')}>
                {t('asset.removeReserve')}
              </Button>
            ) : null}
          </span>
        ) : null}
      </div>
      <Dialog open={asking === 'seal'} onClose={close} title={t('asset.sealTitle')}>
        <Form found={found} item={item} onClose={close} />
      </Dialog>
      <AskDialog
        open={asking === 'remove'}
        onClose={close}
        danger
        title={t('asset.removeTitle')}
        description={t('asset.removeBody')}
        action={t('asset.removeReserve')}
        send={async () => {
          await removeReserve(found.id, item.id)
          await cache.invalidateQueries({ queryKey: keys.category(found.id) })
          close()
        }}
      />
    </Card>
  )
}
