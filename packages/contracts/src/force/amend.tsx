import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDate, formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { MoneyField } from '@zabuni/ui/number-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { TextLink } from '@zabuni/ui/text-link'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { day, StatusBadge, useContracts } from '../parts.tsx'
import type { Contract } from '../queries.ts'
import { Asked } from './asked.tsx'
import { type Amendments, amend, amendments, type Ground } from './queries.ts'

const GROUNDS = [
  'volume',
  'price_index',
  'term',
  'scope',
  'parties',
  'error',
  'law',
] as const satisfies Ground[]

const AmendDialog = ({
  of,
  all,
  onClose,
}: {
  of: Contract
  all: Amendments
  onClose: () => void
}) => {
  const { t, i18n } = useTranslation('inforce')
  const { update } = useContracts()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const money = (amount: string) => formatMoney(amount, all.currency, i18n.language)
  const form = useProblemForm<{
    ground: Ground
    title: string
    description: string
    value: string
    ends_on: string
  }>({
    defaultValues: {
      ground: 'volume',
      title: t('amend.titleOf', { title: of.title }).slice(0, 200),
      description: '',
      value: short(all.value),
      ends_on: of.ends_on ?? '',
    },
    submit: async ({ ends_on, ...rest }) => {
      const { id } = await amend(of.id, {
        version: of.version,
        ...rest,
        ...(ends_on ? { ends_on } : {}),
      })
      await cache.invalidateQueries({ queryKey: keys.contracts })
      onClose()
      const next = update(id)
      if (next) void navigate(next)
    },
  })
  return (
    <Asked
      form={form}
      title={t('amend.begin')}
      body={t('amend.beginBody')}
      action={t('amend.begin')}
      onClose={onClose}
    >
      <SelectField required label={t('amend.ground')} {...form.field('ground')}>
        {GROUNDS.map((g) => (
          <option key={g} value={g}>
            {t(`amend.grounds.${g}`)}
          </option>
        ))}
      </SelectField>
      <InputField required label={t('amend.title')} maxLength={200} {...form.field('title')} />
      <TextareaField
        required
        rows={3}
        maxLength={5000}
        label={t('amend.why')}
        hint={t('amend.whyHint')}
        {...form.field('description')}
      />
      <Bound form={form} name="value">
        {(control) => (
          <MoneyField
            required
            label={t('amend.value')}
            hint={t('amend.bounds', { least: money(all.least), most: money(all.most) })}
            currency={all.currency}
            {...control}
          />
        )}
      </Bound>
      <Bound form={form} name="ends_on">
        {(control) => (
          <DateTimeField required={!!of.ends_on} dateOnly label={t('amend.ends')} {...control} />
        )}
      </Bound>
    </Asked>
  )
}

/** What amends a contract, in its order; on either side of it. */
export const AmendmentList = ({
  all,
  to,
}: {
  all: Amendments
  to: (id: string) => string | null
}) => {
  const { t, i18n } = useTranslation('inforce')
  const money = (amount: string) => formatMoney(amount, all.currency, i18n.language)
  return (
    <ol className="grid divide-y divide-line">
      {all.items.map((x) => (
        <li key={x.id} className="grid gap-1 py-3 text-sm first:pt-0 last:pb-0">
          <span className="flex flex-wrap items-center gap-2">
            <TextLink to={to(x.id)} look="font-medium break-words">
              {x.title}
            </TextLink>
            <StatusBadge status={x.status} />
          </span>
          <span className="text-xs break-words text-ink-3">
            {x.reference} · {t(`amend.grounds.${x.ground}`)}
            {x.effective_at ? ` · ${t('amend.since', { day: formatDate(x.effective_at) })}` : null}
          </span>
          <span className="break-words">{x.why}</span>
          <span className="text-ink-2">
            {t('amend.values', { was: money(x.value_was), value: money(x.value) })}
            {x.ends_was === x.ends_on
              ? null
              : ` · ${t('amend.days', { was: day(x.ends_was), ends: day(x.ends_on) })}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

const All = ({ of, all }: { of: Contract; all: Amendments }) => {
  const { t, i18n } = useTranslation('inforce')
  const { one } = useContracts()
  const [asking, setAsking] = useState(false)
  const money = (amount: string) => formatMoney(amount, all.currency, i18n.language)
  const open = all.items.some((x) => x.status !== 'effective' && x.status !== 'cancelled')
  return (
    <Card
      title={t('amend.list')}
      actions={
        of.status === 'active' && !open && mayI('MANAGE_CONTRACT') ? (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('amend.begin')}
          </Button>
        ) : null
      }
    >
      <div className="grid gap-4">
        {all.of ? (
          <Banner tone="info">
            {t('amend.of')}{' '}
            <TextLink
              to={one(all.of.id)}
              link="underline hover:text-brand"
            >{`${all.of.number} · ${all.of.title}`}</TextLink>
          </Banner>
        ) : (
          <Facts
            items={[
              { label: t('amend.first'), value: money(all.first) },
              { label: t('amend.now'), value: money(all.value) },
            ]}
          />
        )}
        {all.items.length ? (
          <AmendmentList all={all} to={one} />
        ) : all.of ? null : (
          <p className="text-sm text-ink-2">{t('amend.none')}</p>
        )}
      </div>
      {asking ? <AmendDialog of={of} all={all} onClose={() => setAsking(false)} /> : null}
    </Card>
  )
}

/** What amends a contract, or what it amends itself. */
export const AmendmentsPart = ({ of }: { of: Contract }) => {
  const { t } = useTranslation('inforce')
  const query = useQuery(amendments(of.id))
  return (
    <Load query={query} title={t('amend.list')}>
      {(all) => <All of={of} all={all} />}
    </Load>
  )
}
