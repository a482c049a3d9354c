import { useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useProof } from '@zabuni/routing/ui/proof'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { useRef, useState } from 'react'
import { Money } from '../parts.tsx'
import { DisputeState, disputePath } from './parts.tsx'
import { enterDispute, type Story } from './queries.ts'
import { EvidenceField, useEvidence } from './refund-parts.tsx'

type Props = { story: Story; onClose: () => void }

const Form = ({ story, onClose }: Props) => {
  const { t } = useTranslation(['payments', 'common'])
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const evidence = useEvidence()
  // The same click sent again is the same dispute; what was changed is another.
  const key = useRef({ of: '', key: '' })
  const form = useProblemForm({
    defaultValues: { claimant: '', cause: '', provider_ref: '', due_on: '', evidence_id: '' },
    submit: async ({ claimant, cause, provider_ref, due_on }) => {
      const evidence_id = await evidence.keep()
      const body = {
        claimant,
        cause,
        ...(due_on ? { due_on } : {}),
        ...(provider_ref.trim() ? { provider_ref } : {}),
        ...(evidence_id ? { evidence_id } : {}),
      }
      const of = JSON.stringify(body)
      if (key.current.of !== of) key.current = { of, key: crypto.randomUUID() }
      await withProof(() => data(enterDispute(key.current.key, story.number, body)))
      await cache.invalidateQueries({ queryKey: keys.payment })
      toast('ok', t('dispute.enteredOk'))
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
      <InputField
        required
        label={t('dispute.claimant')}
        hint={t('dispute.claimantHint')}
        autoComplete="off"
        {...form.field('claimant')}
      />
      <TextareaField
        required
        rows={3}
        label={t('dispute.cause')}
        hint={t('dispute.causeHint')}
        {...form.field('cause')}
      />
      <InputField
        label={t('dispute.providerRef')}
        hint={t('dispute.refHint')}
        autoComplete="off"
        spellCheck={false}
        {...form.field('provider_ref')}
      />
      <Bound form={form} name="due_on">
        {(control) => (
          <DateTimeField
            dateOnly
            required
            label={t('dispute.due')}
            hint={t('dispute.dueHint')}
            {...control}
          />
        )}
      </Bound>
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
        <Button type="submit" look="danger" busy={form.busy}>
          {t('dispute.enter')}
        </Button>
      </div>
      {proofDialog}
    </form>
  )
}

/** What of an order is disputed, and that a person may enter a dispute of which only a letter tells. */
export const Disputed = ({ story }: { story: Story }) => {
  const { t, i18n } = useTranslation('payments')
  const [open, setOpen] = useState(false)
  const may = story.disputable && mayI('MANAGE_PAYMENTS')
  if (!story.disputes.length && !may) return null
  return (
    <Card
      title={t('dispute.title')}
      footer={may ? <Button onClick={() => setOpen(true)}>{t('dispute.enter')}</Button> : null}
    >
      {story.disputes.length ? (
        <ul className="grid gap-3 text-sm">
          {story.disputes.map((d) => (
            <li key={d.id} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-0.5">
              <TextLink to={disputePath(d.id)}>{d.code}</TextLink>
              <Money amount={d.amount} />
              <span className="min-w-0 break-words text-ink-2">{d.cause}</span>
              <DisputeState of={d} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-2">{t('dispute.none')}</p>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('dispute.enter')}
        description={t('dispute.enterMeans', {
          supplier: story.supplier_name,
          number: story.number,
          amount: formatMoney(story.amount.value, story.amount.currency, i18n.language),
        })}
      >
        {open ? <Form story={story} onClose={() => setOpen(false)} /> : null}
      </Dialog>
    </Card>
  )
}
