import { useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { isWire, isZero } from '@zabuni/i18n/decimal'
import { formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useProof } from '@zabuni/routing/ui/proof'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { MoneyField } from '@zabuni/ui/number-field'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { useRef, useState } from 'react'
import { Money } from '../parts.tsx'
import { RefundState, refundPath } from './parts.tsx'
import { askRefund, type Story } from './queries.ts'

type Typed = { lines: { amount: string }[]; ends: boolean; reason: string }

type Props = {
  story: Story
  onClose: () => void
  withProof: <T>(act: () => Promise<T>) => Promise<T>
}

const nothing = (amount: string) => !amount.trim() || (isWire(amount) && isZero(amount))

const Form = ({ story, onClose, withProof }: Props) => {
  const { t, i18n } = useTranslation(['payments', 'common'])
  const cache = useQueryClient()
  const fees = story.fees.filter((f) => !nothing(f.left.value))
  // The same click sent again is the same refund; what was changed is another.
  const key = useRef({ of: '', key: '' })
  // Fees of which nothing is wanted are not sent: where those that are stand in the form.
  const sent = useRef<number[]>([])
  const form = useProblemForm<Typed>({
    defaultValues: {
      lines: fees.map((f) => ({ amount: f.left.value })),
      ends: false,
      reason: '',
    },
    nameOf: (pointer) =>
      pointer
        .slice(1)
        .replaceAll('/', '.')
        .replace(/^lines[.](\d+)/, (_, i) => `lines.${sent.current[Number(i)] ?? i}`)
        .replace('category_id', 'amount'),
    submit: async ({ lines, ends, reason }) => {
      sent.current = lines.flatMap((l, i) => (nothing(l.amount) ? [] : [i]))
      const wanted = sent.current.flatMap((i) => {
        const fee = fees[i]
        const line = lines[i]
        return fee && line ? [{ category_id: fee.category_id, amount: line.amount }] : []
      })
      if (!wanted.length)
        throw new Refused(['lines.0.amount'], ({ t }) => t('back.nothing', { ns: 'payments' }))
      const of = JSON.stringify([wanted, ends, reason])
      if (key.current.of !== of) key.current = { of, key: crypto.randomUUID() }
      await withProof(() =>
        data(askRefund(key.current.key, story.number, { lines: wanted, ends, reason })),
      )
      await cache.invalidateQueries({ queryKey: keys.payment })
      toast('ok', t('back.askedFor'))
      onClose()
    },
  })
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        e.stopPropagation() // the dialog stands in a portal: what is around it must not hear of it
        void form.onSubmit(e)
      }}
      className="grid gap-4"
    >
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {fees.map((f, i) => (
        <Bound key={f.category_id} form={form} name={`lines.${i}.amount`}>
          {(control) => (
            <MoneyField
              label={f.name}
              hint={t('back.leftOf', {
                left: formatMoney(f.left.value, f.left.currency, i18n.language),
              })}
              currency={f.left.currency}
              {...control}
            />
          )}
        </Bound>
      ))}
      <Checkbox label={t('back.endsIt')} hint={t('back.endsHint')} {...form.register('ends')} />
      <TextareaField
        required
        rows={3}
        label={t('common:form.reason')}
        hint={t('desk.story.reasonHint')}
        {...form.field('reason')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('back.ask')}
        </Button>
      </div>
    </form>
  )
}

/** What of an order went back, and what more may. */
export const Refunded = ({ story }: { story: Story }) => {
  const { t } = useTranslation('payments')
  const [open, setOpen] = useState(false)
  const { withProof, proofDialog } = useProof()
  const may = mayI('MANAGE_PAYMENTS') && story.fees.some((f) => !nothing(f.left.value))
  if (!story.refunds.length && !may) return null
  return (
    <Card
      title={t('back.title')}
      footer={may ? <Button onClick={() => setOpen(true)}>{t('back.ask')}</Button> : null}
    >
      {story.refunds.length ? (
        <ul className="grid gap-3 text-sm">
          {story.refunds.map((r) => (
            <li key={r.id} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-0.5">
              <TextLink to={refundPath(r.id)}>{r.code}</TextLink>
              <Money amount={r.amount} />
              <span className="min-w-0 break-words text-ink-2">{r.reason}</span>
              <RefundState status={r.status} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-2">{t('back.none')}</p>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('back.ask')}
        description={t('back.askMeans', { supplier: story.supplier_name, number: story.number })}
      >
        {open ? <Form story={story} onClose={() => setOpen(false)} withProof={withProof} /> : null}
      </Dialog>
      {proofDialog}
    </Card>
  )
}
