import { useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { Bound, FormCard, useKept } from '@zabuni/ui/form'
import { RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { Page } from '@zabuni/ui/page'
import { type ProblemForm, useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useRef } from 'react'
import { askOnVisit, type VisitCell, type VisitDesk } from '../queries.ts'
import { Declares, LoadDesk, useBack } from './frame.tsx'

const KINDS = ['yes_no', 'number', 'text'] as const
const EMPTY = { prompt: '', help: '', kind: 'yes_no' as VisitCell['kind'] }

const Form = ({ d, bid }: { d: VisitDesk; bid: string }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const client = useQueryClient()
  const more = useRef(false)
  const { category_id: categoryId } = d
  const back = bid
    ? href('ddSupplier', { categoryId, participantId: bid })
    : href('ddDetails', { categoryId })
  const form: ProblemForm<typeof EMPTY> = useProblemForm({
    defaultValues: EMPTY,
    keep: `visit-question.${categoryId}.${bid}`,
    submit: async (values): Promise<void> => {
      const another = more.current
      more.current = false
      await askOnVisit(categoryId, { ...values, ...(bid ? { submission_id: bid } : {}) })
      await client.invalidateQueries({ queryKey: keys.category(categoryId) })
      toast('ok', t('visits.added'))
      if (!another) return kept.leave(back)
      form.reset({ ...EMPTY, kind: values.kind })
      form.setFocus('prompt')
    },
  })
  const kept = useKept(form)
  return (
    <FormCard form={form} guard={kept.guard} back={back} action={t('visits.add')}>
      <TextareaField required rows={2} label={t('visits.prompt')} {...form.field('prompt')} />
      <TextareaField rows={2} label={t('visits.help')} {...form.field('help')} />
      <Bound form={form} name="kind">
        {({ value, onChange, name, error }) => (
          <RadioGroup
            label={t('visits.kind')}
            name={name}
            value={value}
            onChange={onChange}
            error={error}
            options={KINDS.map((kind) => ({ value: kind, label: t(`visits.kinds.${kind}`) }))}
          />
        )}
      </Bound>
      <div>
        <Button
          type="submit"
          onClick={() => {
            more.current = true
          }}
        >
          {t('visits.addMore')}
        </Button>
      </div>
    </FormCard>
  )
}

const Screen = ({ d }: { d: VisitDesk }) => {
  const { t } = useTranslation('evaluation')
  const { ids } = useHere()
  const bid = d.bids.find(({ submission_id }) => submission_id === ids.participantId)
  const crumbs = useBack(d)
  return (
    <Page
      title={bid ? t('visits.addFor', { name: bid.supplier_name }) : t('visits.add')}
      crumbs={crumbs}
      subtitle={t('visits.questionsHint')}
    >
      {d.my_interest === 'none' ? <Form d={d} bid={ids.participantId} /> : <Declares d={d} />}
    </Page>
  )
}

/** Adds a question to the visits of a category, or to that of one bidder. */
export default function AddQuestion() {
  return <LoadDesk>{(d) => <Screen d={d} />}</LoadDesk>
}
