import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDeadline } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { InputField } from '@zabuni/ui/field'
import { TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { UnsavedGuard, useKeptForm } from '@zabuni/ui/unsaved'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type Contract, contract, type Terms, update } from '../queries.ts'

const DATES = ['contract_date', 'starts_on', 'ends_on'] as const

const Form = ({ c, back }: { c: Contract; back: string }) => {
  const { t } = useTranslation(['contracts', 'common'])
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState(false)
  const form = useProblemForm<Terms>({
    defaultValues: {
      number: c.number,
      title: c.title,
      description: c.description,
      contract_date: c.contract_date ?? '',
      starts_on: c.starts_on ?? '',
      ends_on: c.ends_on ?? '',
    },
    submit: async (terms) => {
      await update(c.id, c.version, terms)
      await cache.invalidateQueries({ queryKey: ['contracts'] })
      kept.forget()
      toast('ok', t('common:toast.saved'))
      setSaved(true)
    },
  })
  const kept = useKeptForm(`contract.${c.id}.${c.version}`, form)
  // The guard must have seen that nothing is unsaved before the way out is taken.
  useEffect(() => {
    if (saved) void navigate(back, { replace: true })
  }, [saved, navigate, back])
  const labels = {
    contract_date: t('form.date'),
    starts_on: t('columns.starts'),
    ends_on: t('columns.ends'),
  }
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      <UnsavedGuard when={form.formState.isDirty && !saved} />
      <ErrorSummary form={form} />
      {c.standstill_runs ? (
        <Banner tone="warn">
          {t('form.standstill', { at: formatDeadline(c.no_signature_before, c.timezone) })}
        </Banner>
      ) : null}
      <Card>
        <div className="grid gap-5">
          <InputField
            required
            label={t('columns.number')}
            maxLength={80}
            {...form.field('number')}
          />
          <InputField
            required
            label={t('columns.title')}
            maxLength={200}
            {...form.field('title')}
          />
          <TextareaField
            label={t('form.description')}
            maxLength={5000}
            {...form.field('description')}
          />
          {DATES.map((name) => (
            <DateTimeField
              key={name}
              dateOnly
              name={name}
              label={labels[name]}
              value={form.watch(name)}
              error={form.field(name).error}
              onChange={(value) => {
                form.setValue(name, value, { shouldDirty: true })
                form.clearErrors(name)
              }}
            />
          ))}
        </div>
      </Card>
      <div className="flex justify-end gap-2">
        <LinkButton to={back}>{t('common:actions.cancel')}</LinkButton>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('common:actions.save')}
        </Button>
      </div>
    </form>
  )
}

/** Changes the terms of a draft. */
export default function ContractForm() {
  const { t } = useTranslation('contracts')
  const { contractId = '' } = useParams()
  const query = useQuery(contract(contractId))
  const back = `/contract-management/edit/${contractId}/view`
  return (
    <Load query={query} title={t('form.title')}>
      {(c) => (
        <Page
          width="form"
          title={t('form.title')}
          crumbs={[
            { label: t('list.edit'), to: '/contract-management/edit' },
            { label: c.title, to: back },
          ]}
        >
          {c.status === 'draft' ? (
            <Form c={c} back={back} />
          ) : (
            <Banner tone="warn">{t('form.frozen')}</Banner>
          )}
        </Page>
      )}
    </Load>
  )
}
