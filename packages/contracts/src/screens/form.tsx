import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useParams } from 'react-router'
import { type Contract, contract, type Terms, update } from '../queries.ts'

const DATES = ['contract_date', 'starts_on', 'ends_on'] as const

const Form = ({ c, back }: { c: Contract; back: string }) => {
  const { t } = useTranslation(['contracts', 'common'])
  const cache = useQueryClient()
  const form = useProblemForm<Terms>({
    keep: `contract.${c.id}.${c.version}`,
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
      await cache.invalidateQueries({ queryKey: keys.contracts })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  const labels = {
    contract_date: t('form.date'),
    starts_on: t('columns.starts'),
    ends_on: t('columns.ends'),
  }
  return (
    <FormFrame form={form} guard={kept.guard} back={back}>
      {c.standstill_runs ? (
        <Banner tone="warn">
          {t('form.standstill', { at: formatMoment(c.no_signature_before, c.timezone) })}
        </Banner>
      ) : null}
      <FormPart>
        <InputField required label={t('columns.number')} maxLength={80} {...form.field('number')} />
        <InputField required label={t('columns.title')} maxLength={200} {...form.field('title')} />
        <TextareaField
          label={t('form.description')}
          maxLength={5000}
          {...form.field('description')}
        />
        {DATES.map((name) => (
          <Bound key={name} form={form} name={name}>
            {(control) => <DateTimeField dateOnly label={labels[name]} {...control} />}
          </Bound>
        ))}
      </FormPart>
    </FormFrame>
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
