import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { countries } from '@zabuni/api/countries'
import { saveFile } from '@zabuni/api/download'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryCodes, countryName } from '@zabuni/i18n/country'
import { formatDay } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Building2Icon, SheetIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { exportSuppliers, type SupplierQuery, type SupplierRow, suppliers } from '../queries.ts'

const column = columnsFor<SupplierRow>()
const STANDINGS = ['active', 'deactivated'] as const

/** Supplier companies, newest first: all, those with categories, those of a period. */
export default function Suppliers() {
  const { t, i18n } = useTranslation(['suppliers', 'live'])
  const { slot } = useHere()
  const at = useListParams()
  const places = useQuery(countries)
  const filter: SupplierQuery = given({
    search: at.search,
    country: at.many('country', countryCodes(places.data)),
    status: at.many('status', STANDINGS),
    category_type: at.get('category_type'),
    ...at.days('registered'),
    subscribed: slot === 'subscribedSuppliers',
  })
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
        cell: (c) => <span className="text-ink-2">{formatDay(c.getValue(), ownZone())}</span>,
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
      <List
        at={at}
        query={query}
        columns={columns}
        caption={title}
        search={t('live:suppliers.search')}
        filters={[
          {
            key: 'country',
            kind: 'many',
            label: t('live:columns.country'),
            options: countryChoices(places.data, i18n.language),
          },
          {
            key: 'status',
            kind: 'many',
            label: t('live:columns.status'),
            options: STANDINGS.map((s) => ({ value: s, label: t(`live:companies.${s}`) })),
          },
          { key: 'registered', kind: 'days', label: t('live:columns.registered') },
        ]}
        narrowing={['category_type']}
        empty={{
          icon: <Building2Icon size={18} />,
          title: t('live:suppliers.empty'),
          body: t('live:suppliers.emptyBody'),
        }}
      />
    </Page>
  )
}
