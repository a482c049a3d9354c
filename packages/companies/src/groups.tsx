import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { SearchInput } from '@zabuni/ui/filters'
import { LinkButton } from '@zabuni/ui/link-button'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { PlusIcon, UsersIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { mayI, onOperatorDesk } from './kit.tsx'
import { type Group, groups, SEGMENTS } from './queries.ts'

const column = columnsFor<Group>()

/** Where special groups lie on this desk. */
export const groupsHref = () =>
  onOperatorDesk() ? '/zabuni/special-groups' : '/company/special-groups'

/** The platform's special groups and, for a buyer, its own. */
export default function Groups() {
  const { t, i18n } = useTranslation('admin')
  const { get, set } = useListParams()
  const search = get('search')
  const query = useQuery({ ...groups(search), placeholderData: (before) => before })
  const keeps = mayI(onOperatorDesk() ? 'MANAGE_SUPPLIER' : 'UPDATE_COMPANY_INFO')
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('name'),
        meta: { width: '45%' },
        cell: (c) => (
          <span className="grid py-1.5 whitespace-normal">
            {keeps && c.row.original.own ? (
              <Link
                to={`${groupsHref()}/${c.row.original.id}/update`}
                className="font-medium after:absolute after:inset-0 hover:text-brand"
              >
                {c.getValue()}
              </Link>
            ) : (
              <span className="font-medium">{c.getValue()}</span>
            )}
            {c.row.original.description ? (
              <span className="text-xs text-ink-2">{c.row.original.description}</span>
            ) : null}
          </span>
        ),
      }),
      column.display({
        id: 'asks',
        header: t('groups.asks'),
        cell: (c) => {
          const { segment, min_share } = c.row.original
          const named = SEGMENTS.find((s) => s === segment)
          return named
            ? t('groups.asksShare', {
                segment: t(`groups.segments.${named}`),
                share: Number(min_share),
              })
            : t('groups.segments.none')
        },
      }),
      column.accessor('own', {
        header: t('groups.keeper'),
        cell: (c) => t(onOperatorDesk() || !c.getValue() ? 'groups.platform' : 'groups.own'),
      }),
      column.accessor('active', {
        header: t('status'),
        cell: (c) => (
          <Badge tone={c.getValue() ? 'ok' : 'neutral'}>
            {t(c.getValue() ? 'active' : 'inactive')}
          </Badge>
        ),
      }),
    ],
    [t, keeps],
  )
  return (
    <Page
      title={t('groups.title')}
      subtitle={t('groups.note')}
      actions={
        keeps ? (
          <LinkButton
            to={`${groupsHref()}/create`}
            look="primary"
            icon={<PlusIcon aria-hidden="true" size={15} />}
          >
            {t('groups.create')}
          </LinkButton>
        ) : null
      }
    >
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('groups.search')}
          onChange={(value) => set({ search: value })}
        />
      </search>
      <DataTable
        caption={t('groups.title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={search ? () => set({ search: '' }) : undefined}
        paging={{ total: (query.data?.items ?? []).length }}
        empty={
          <EmptyState
            icon={<UsersIcon size={18} />}
            title={t('groups.empty')}
            body={t('groups.emptyBody')}
          />
        }
      />
    </Page>
  )
}
