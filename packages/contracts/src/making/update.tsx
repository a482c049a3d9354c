import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { ApiError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { InputField } from '@zabuni/ui/field'
import { FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { useState } from 'react'
import { day, useContracts } from '../parts.tsx'
import { contract } from '../queries.ts'
import { RichView } from '../rich/view.tsx'
import { FilePart } from './file-part.tsx'
import { AwardPart, PartyPart, TermsPart, TextPart } from './parts.tsx'
import { type Choices, type Contract, choices, update } from './queries.ts'
import { change, nameOf, type Values, valuesOf } from './values.ts'

/** Whether somebody else changed the contract since it was read. */
const wasChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'contract.changed_meanwhile'

/** Two wrote at once: who, when and what, beside what is typed here, which stays as it is. */
const Theirs = ({ c }: { c: Contract }) => {
  const { t, i18n } = useTranslation('contracts')
  const [last] = c.versions
  return (
    <Card
      title={
        last
          ? t('making.theirs', { name: last.by, at: formatMoment(last.created_at, ownZone()) })
          : t('making.theirsUnknown')
      }
    >
      <div className="grid gap-3">
        <Banner tone="warn">{t('library.theirsBody')}</Banner>
        <Facts
          items={[
            ...(last?.reason ? [{ label: t('making.reason'), value: last.reason }] : []),
            { label: t('columns.number'), value: c.number },
            { label: t('columns.title'), value: c.title },
            { label: t('columns.value'), value: formatMoney(c.value, c.currency, i18n.language) },
            { label: t('making.counterparty'), value: c.counterparty.name },
            { label: t('form.date'), value: day(c.contract_date) },
            { label: t('columns.starts'), value: day(c.starts_on) },
            { label: t('columns.ends'), value: day(c.ends_on) },
          ]}
        />
        {c.body ? <RichView text={c.body} lang={c.language} /> : null}
      </div>
    </Card>
  )
}

const Form = ({ of, from, back }: { of: Contract; from: Choices; back: string | null }) => {
  const { t } = useTranslation('contracts')
  const { desk } = useHere()
  const cache = useQueryClient()
  // What is typed was typed over this; what somebody else writes meanwhile does not change under it.
  const [c] = useState(of)
  const [theirs, setTheirs] = useState<Contract>()
  const form = useProblemForm<Values>({
    keep: `contract.${c.id}.${c.version}`,
    nameOf,
    defaultValues: valuesOf(c),
    submit: async (values) => {
      try {
        await update(c.id, { version: (theirs ?? c).version, ...change(values, c) })
      } catch (error) {
        if (wasChanged(error))
          setTheirs(await cache.fetchQuery({ ...contract(c.id), staleTime: 0 }))
        throw error
      }
      await cache.invalidateQueries({ queryKey: keys.contracts })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  // A category that is out of use by now stays chosen until another is.
  const kinds = from.categories.some((k) => k.id === c.contract_category_id)
    ? from.categories
    : [
        ...(c.contract_category_id
          ? [{ id: c.contract_category_id, name: c.contract_category_name }]
          : []),
        ...from.categories,
      ]
  return (
    <FormFrame form={form} guard={kept.guard} back={back}>
      {theirs ? <Theirs c={theirs} /> : null}
      {c.standstill_runs && c.award_id ? (
        <Banner tone="warn">
          {t('form.standstill', { at: formatMoment(c.no_signature_before, c.timezone) })}
        </Banner>
      ) : null}
      <TermsPart form={form} />
      {c.award_id ? (
        <AwardPart of={{ ...c, reference: c.category_reference }} />
      ) : (
        <PartyPart form={form} />
      )}
      <FormPart>
        <SelectField
          label={t('making.category')}
          hint={t('making.categoryHint')}
          {...form.field('contract_category_id')}
        >
          <option value="">{t('making.noCategory')}</option>
          {kinds.map((k) => (
            <option key={k.id} value={k.id}>
              {k.name}
            </option>
          ))}
        </SelectField>
      </FormPart>
      {c.file ? (
        <FilePart
          form={form}
          buyer={desk === 'operator' ? (c.buyer.company_id ?? '') : ''}
          replaces={c.file.name}
        />
      ) : null}
      {c.file && !c.body ? null : <TextPart form={form} />}
      <FormPart>
        <InputField
          label={t('making.reason')}
          hint={t('making.reasonHint')}
          maxLength={300}
          {...form.field('reason')}
        />
      </FormPart>
    </FormFrame>
  )
}

/** Writes a draft anew: a version that is kept beside those before it. */
export default function ContractUpdate() {
  const { t } = useTranslation('contracts')
  const { desk, ids } = useHere()
  const { list, one } = useContracts()
  const query = useQuery(contract(ids.contractId))
  const buyer = desk === 'operator' ? (query.data?.buyer.company_id ?? '') : ''
  const from = useQuery({ ...choices(buyer), enabled: !!query.data })
  const back = one(ids.contractId)
  return (
    <Load as="form" query={[query, from]} title={t('form.title')}>
      {([c, choice]) => (
        <Page
          width="form"
          title={t('form.title')}
          crumbs={[
            { label: t('list.edit'), to: list(c.buyer.company_id) },
            { label: c.title, to: back },
          ]}
        >
          {c.status === 'draft' ? (
            <Form key={c.id} of={c} from={choice} back={back} />
          ) : (
            <Banner tone="warn">{t('form.frozen')}</Banner>
          )}
        </Page>
      )}
    </Load>
  )
}
