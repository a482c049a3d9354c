import { useQuery } from '@tanstack/react-query'
import { saveFile } from '@zabuni/api/download'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatDate } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { can } from '@zabuni/routing/guard'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { DateTimeField } from '@zabuni/ui/date-time'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { Building2Icon, SheetIcon } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { Link, useMatches } from 'react-router'
import {
  countries,
  exportSuppliers,
  type SupplierQuery,
  type SupplierRow,
  suppliers,
} from '../queries.ts'
import type { SuppliersHandle } from '../routes.ts'

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
  const matches = useMatches()
  const { list } = (matches.at(-1)?.handle ?? { list: 'all' }) as SuppliersHandle
  const { get, set, after, paging } = useListParams()
  const [busy, setBusy] = useState(false)
  const [search, country, category] = [get('search'), get('country'), get('category_type')]
  const [from, to] = [get('from'), get('to')]
  const filter: SupplierQuery = {
    ...(search ? { search } : {}),
    ...(country ? { country } : {}),
    ...(category ? { category_type: category } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(list === 'subscribed' ? { subscribed: true } : {}),
  }
  const places = useQuery(countries)
  const query = useQuery({
    ...suppliers({ ...filter, ...(after ? { after } : {}) }),
    placeholderData: (before) => before,
  })
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
  const words = {
    all: [t('live:suppliers.title'), t('live:suppliers.note')],
    subscribed: [t('list.subscribed'), t('list.subscribedNote')],
    registered: [t('list.registered'), t('list.registeredNote')],
  } as const
  const [title, note] = words[list]
  const take = () => {
    setBusy(true)
    exportSuppliers(filter, i18n.language)
      .then((bytes) => saveFile(bytes, 'suppliers.xlsx'))
      .catch((error) => toast('bad', problemText(error, i18n)))
      .finally(() => setBusy(false))
  }
  return (
    <Page
      title={title}
      subtitle={note}
      actions={
        can(session(), 'MANAGE_SUPPLIER') ? (
          <Button busy={busy} onClick={take} icon={<SheetIcon aria-hidden="true" size={15} />}>
            {t('list.export')}
          </Button>
        ) : null
      }
    >
      {list === 'registered' ? (
        <Period
          key={`${from}/${to}`}
          from={from}
          to={to}
          onRun={(first, last) => set({ from: first, to: last })}
        />
      ) : null}
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('live:suppliers.search')}
          onChange={(value) => set({ search: value })}
        />
        <FilterChips
          filters={[
            {
              key: 'country',
              label: t('live:columns.country'),
              value: country,
              options: (places.data ?? []).map((c) => ({ value: c.iso2, label: c.name })),
            },
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </search>
      <DataTable
        caption={title}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={
          search || country || category || from || to
            ? () => set({ search: '', country: '', category_type: '', from: '', to: '' })
            : undefined
        }
        empty={
          <EmptyState
            icon={<Building2Icon size={18} />}
            title={t('live:suppliers.empty')}
            body={t('live:suppliers.emptyBody')}
          />
        }
        paging={paging(query.data?.next)}
      />
    </Page>
  )
}
