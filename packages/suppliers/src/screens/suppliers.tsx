import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { saveFile } from '@zabuni/api/download'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryName } from '@zabuni/i18n/country'
import { formatDate } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { columnsFor } from '@zabuni/ui/data-table'
import { DateTimeField } from '@zabuni/ui/date-time'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Building2Icon, SheetIcon } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { Link } from 'react-router'
import {
  countries,
  exportSuppliers,
  type SupplierQuery,
  type SupplierRow,
  suppliers,
} from '../queries.ts'

const column = columnsFor<SupplierRow>()

/** The period of the list of registrations; it is run when the person asks for it. */
const Period = ({
  from,
  to,
  onRun,
}: {
  from: string
  to: string
  onRun: (from: string, to: string) => void
}) => {
  const { t } = useTranslation('suppliers')
  const [first, setFirst] = useState(from)
  const [last, setLast] = useState(to)
  const run = (e: FormEvent) => {
    e.preventDefault()
    onRun(first, last)
  }
  return (
    <form onSubmit={run} className="mb-4 flex flex-wrap items-start gap-3">
      <DateTimeField dateOnly label={t('list.from')} value={first} onChange={setFirst} />
      <DateTimeField dateOnly label={t('list.to')} value={last} onChange={setLast} />
      <Button type="submit" look="primary" className="sm:mt-[26px]">
        {t('list.run')}
      </Button>
    </form>
  )
}

/** Supplier companies, newest first: all, those with categories, those of a period. */
export default function Suppliers() {
  const { t, i18n } = useTranslation(['suppliers', 'live'])
  const { slot } = useHere()
  const at = useListParams()
  const [from, to] = [at.get('from'), at.get('to')]
  const filter: SupplierQuery = given({
    search: at.search,
    country: at.get('country'),
    category_type: at.get('category_type'),
    from,
    to,
    subscribed: slot === 'subscribedSuppliers',
  })
  const places = useQuery(countries)
  const query = useList(suppliers({ ...filter, ...given({ after: at.after }) }))
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('live:columns.supplier'),
        meta: { width: '34%' },
        cell: (c) => (
          <Link
            to={`/zabuni/suppliers/${c.row.original.id}/details`}
            className="font-medium after:absolute after:inset-0 hover:text-brand"
          >
            {c.getValue()}
          </Link>
        ),
      }),
      column.accessor('country', {
        header: t('live:columns.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('tax_id', {
        header: t('live:columns.taxId'),
        cell: (c) => c.getValue() || '–',
      }),
      column.accessor('phone', {
        header: t('live:columns.phone'),
        cell: (c) => c.getValue() || '–',
      }),
      column.accessor('categories', { header: t('list.categories'), meta: { numeric: true } }),
      column.accessor('status', {
        header: t('live:columns.status'),
        cell: (c) => {
          const active = c.getValue() === 'active'
          return (
            <Badge tone={active ? 'ok' : 'bad'}>
              {t(active ? 'live:companies.active' : 'live:companies.deactivated')}
            </Badge>
          )
        },
      }),
      column.accessor('created_at', {
        header: t('live:columns.registered'),
        cell: (c) => <span className="text-ink-2">{formatDate(c.getValue())}</span>,
      }),
    ],
    [t, i18n.language],
  )
  const [title, note] =
    slot === 'subscribedSuppliers'
      ? [t('list.subscribed'), t('list.subscribedNote')]
      : slot === 'registeredSuppliers'
        ? [t('list.registered'), t('list.registeredNote')]
        : [t('live:suppliers.title'), t('live:suppliers.note')]
  return (
    <Page
      title={title}
      subtitle={note}
      actions={
        mayI('MANAGE_SUPPLIER') ? (
          <ActButton
            icon={<SheetIcon aria-hidden="true" size={15} />}
            act={async () =>
              saveFile(await exportSuppliers(filter, i18n.language), 'suppliers.xlsx')
            }
          >
            {t('list.export')}
          </ActButton>
        ) : null
      }
    >
      {slot === 'registeredSuppliers' ? (
        <Period
          key={`${from}/${to}`}
          from={from}
          to={to}
          onRun={(first, last) => at.set({ from: first, to: last })}
        />
      ) : null}
      <List
        at={at}
        query={query}
        columns={columns}
        caption={title}
        search={t('live:suppliers.search')}
        filters={[
          {
            key: 'country',
            label: t('live:columns.country'),
            options: countryChoices(places.data, i18n.language),
          },
        ]}
        narrowing={['category_type', 'from', 'to']}
        empty={{
          icon: <Building2Icon size={18} />,
          title: t('live:suppliers.empty'),
          body: t('live:suppliers.emptyBody'),
        }}
      />
    </Page>
  )
}
