import { useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { isZero } from '@zabuni/i18n/decimal'
import { formatMoney } from '@zabuni/i18n/format'
import { useProof } from '@zabuni/routing/ui/proof'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { MoneyField } from '@zabuni/ui/number-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { useRef } from 'react'
import { askPayout, type OwedBuyer } from './queries.ts'
import { EvidenceField, useEvidence } from './refund-parts.tsx'

type Props = { buyer: OwedBuyer; onClose: () => void }

type Typed = {
  currency: string
  amount: string
  reference: string
  paid_on: string
  note: string
  evidence_id: string
}

const Form = ({ buyer, onClose }: Props) => {
  const { t, i18n } = useTranslation(['payments', 'common'])
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const evidence = useEvidence()
  const key = useRef({ of: '', key: '' })
  const first = buyer.sums[0]
  const form = useProblemForm<Typed>({
    defaultValues: {
      currency: first?.due.currency ?? '',
      amount: '',
      reference: '',
      paid_on: '',
      note: '',
      evidence_id: '',
    },
    submit: async ({ currency, amount, reference, paid_on, note }) => {
      const evidence_id = await evidence.keep()
      const body = {
        buyer_id: buyer.id,
        currency: currency as OwedBuyer['sums'][number]['due']['currency'],
        amount,
        reference,
        paid_on,
        ...(note ? { note } : {}),
        ...(evidence_id ? { evidence_id } : {}),
      }
      const of = JSON.stringify(body)
      if (key.current.of !== of) key.current = { of, key: crypto.randomUUID() }
      await withProof(() => data(askPayout(key.current.key, body)))
      await cache.invalidateQueries({ queryKey: keys.payment })
      toast('ok', t('payout.recorded'))
      onClose()
    },
  })
  const currency = form.watch('currency')
  const sum = buyer.sums.find((s) => s.due.currency === currency)
  const cash = (a: { value: string; currency: string }) =>
    formatMoney(a.value, a.currency, i18n.language)
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
      {buyer.sums.length > 1 ? (
        <SelectField label={t('payout.currency')} {...form.field('currency')}>
          {buyer.sums.map((s) => (
            <option key={s.due.currency} value={s.due.currency}>
              {s.due.currency}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Bound form={form} name="amount">
        {(control) => (
          <MoneyField
            required
            label={t('list.amount')}
            hint={
              sum
                ? [
                    t('payout.left', { left: cash(sum.due) }),
                    // What waits for a second person is not there to be paid out once more.
                    ...(isZero(sum.asked.value)
                      ? []
                      : [`${t('payout.sum.asked')}: ${cash(sum.asked)}`]),
                  ].join(' · ')
                : undefined
            }
            currency={currency}
            {...control}
          />
        )}
      </Bound>
      <Bound form={form} name="paid_on">
        {(control) => <DateTimeField dateOnly required label={t('payout.paidOn')} {...control} />}
      </Bound>
      <InputField
        required
        label={t('payout.reference')}
        hint={t('back.referenceHint')}
        autoComplete="off"
        spellCheck={false}
        {...form.field('reference')}
      />
      <TextareaField rows={2} label={t('payout.noteField')} {...form.field('note')} />
      <EvidenceField
        file={evidence.file}
        error={form.field('evidence_id').error}
        onPick={(file) => {
          evidence.setFile(file)
          form.clearErrors('evidence_id')
        }}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('payout.record')}
        </Button>
      </div>
      {proofDialog}
    </form>
  )
}

/** Writes down, with a document, a transfer that was made to a buyer. */
export const PayoutDialog = (props: Props) => {
  const { t } = useTranslation('payments')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t('payout.record')}
      description={t('payout.means', { buyer: props.buyer.name })}
    >
      <Form {...props} />
    </Dialog>
  )
}
