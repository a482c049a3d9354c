import { useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame } from '@zabuni/ui/form'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { contextOf, createPlan, jobsFor, searchBuyers } from './queries.ts'

/** Begins a plan: of a job, whose days stand in it at once, or of none. */
export const NewPlan = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation(['plans', 'errors'])
  const { desk, of, href } = useHere()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const context = contextOf(of)
  const form = useProblemForm({
    defaultValues: { title: '', buyer_id: null as Choice | null, job_id: null as Choice | null },
    submit: async ({ title, buyer_id, job_id }) => {
      const { id } = await createPlan(
        { context, title, ...(job_id ? { job_id: job_id.id } : {}) },
        buyer_id?.id,
      )
      await cache.invalidateQueries({ queryKey: keys.plans })
      onDone()
      const to = href('planDraw', { planId: id })
      if (to) void navigate(to)
    },
  })
  const buyer = form.watch('buyer_id')?.id ?? ''
  const jobs = useMemo(() => jobsFor(desk, context, buyer), [desk, context, buyer])
  return (
    <FormFrame form={form} back={onDone} action={t('new.action')}>
      <InputField
        required
        label={t('columns.title')}
        hint={t('new.titleHint')}
        maxLength={200}
        {...form.field('title')}
      />
      {desk === 'operator' ? (
        <Bound form={form} name="buyer_id">
          {({ onChange, ...control }) => (
            <ComboboxField
              required
              label={t('columns.buyer')}
              search={searchBuyers}
              {...control}
              onChange={(value) => {
                onChange(value)
                // A job is one of its buyer.
                form.setValue('job_id', null)
              }}
            />
          )}
        </Bound>
      ) : null}
      <Bound form={form} name="job_id">
        {(control) => (
          <ComboboxField
            label={t('columns.job')}
            hint={desk === 'operator' && !buyer ? t('new.buyerFirst') : t('new.jobHint')}
            search={jobs}
            {...control}
          />
        )}
      </Bound>
    </FormFrame>
  )
}
