import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/operator'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatDate } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { can } from '@zabuni/routing/guard'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { SearchInput } from '@zabuni/ui/filters'
import { LinkButton } from '@zabuni/ui/link-button'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Building2Icon, PlusIcon, UploadIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { buyers } from './queries.ts'

const column = columnsFor<Schemas['BuyerRow']>()

/** Buyer companies, newest first; each leads to its live jobs. */
export default function Buyers() {
  const { t, i18n } = useTranslation('live')
  const { t: people } = useTranslation('people')
  const { t: common } = useTranslation()
  const { get, set, after, paging } = useListParams()
  const search = get('search')

  const query = useQuery({
    ...buyers({
      ...(search ? { search } : {}),

      ...(after ? { after } : {}),
    }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.buyer'),
        meta: { width: '40%' },
        cell: (c) => (
          <Link
            to={
              session()?.privileges.includes('MANAGE_BUYER')
                ? `/zabuni/buyers/${c.row.original.id}/view`
                : `/zabuni/buyers/${c.row.original.id}/jobs`
            }
            className="font-medium after:absolute after:inset-0 hover:text-brand"
          >
            {c.getValue()}
          </Link>
        ),
      }),
      column.accessor('country', {
        header: t('columns.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('jobs', { header: t('columns.jobs'), meta: { numeric: true } }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => {
          const active = c.getValue() === 'active'
          return (
            <Badge tone={active ? 'ok' : 'bad'}>
              {t(active ? 'companies.active' : 'companies.deactivated')}
            </Badge>
          )
        },
      }),
      column.accessor('created_at', {
        header: t('columns.registered'),
        cell: (c) => <span className="text-ink-2">{formatDate(c.getValue())}</span>,
      }),
      ...(can(session(), 'MANAGE_USER')
        ? [
            column.display({
              id: 'people',
              header: () => <span className="sr-only">{people('tabs.users')}</span>,
              cell: (c) => (
                <Link
                  to={`/zabuni/buyers/${c.row.original.id}/users`}
                  aria-label={people('users.of', { name: c.row.original.name })}
                  className="relative z-1 text-brand hover:underline"
                >
                  {people('tabs.users')}
                </Link>
              ),
            }),
          ]
        : []),
    ],
    [t, people, i18n.language],
  )
  const filtered = !!search
  return (
    <Page
      title={t('buyers.title')}
      subtitle={t('buyers.note')}
      actions={
        session()?.privileges.includes('MANAGE_BUYER') ? (
          <>
            <LinkButton
              to="/zabuni/category_types/upload/buyers?from=buyers"
              icon={<UploadIcon aria-hidden="true" size={15} />}
            >
              {t('buyers.upload')}
            </LinkButton>
            <LinkButton
              to="/zabuni/buyers/create"
              look="primary"
              icon={<PlusIcon aria-hidden="true" size={15} />}
            >
              {common('nav.createBuyer')}
            </LinkButton>
          </>
        ) : null
      }
    >
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('buyers.search')}
          onChange={(value) => set({ search: value })}
        />
      </search>
      <DataTable
        caption={t('buyers.title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={filtered ? () => set({ search: '' }) : undefined}
        empty={
          <EmptyState
            icon={<Building2Icon size={18} />}
            title={t('buyers.empty')}
            body={t('buyers.emptyBody')}
          />
        }
        paging={{
          ...paging(query.data?.next),
          total: query.data?.total,
          totalCapped: query.data?.total_capped,
        }}
      />
    </Page>
  )
}
