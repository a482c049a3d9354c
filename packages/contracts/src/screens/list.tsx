import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileSignatureIcon } from 'lucide-react'
import { useMemo } from 'react'
import { day, StatusBadge, usePart } from '../parts.tsx'
import { type ContractRow, contracts, STATUSES, type Status, VIEWS } from '../queries.ts'

const column = columnsFor<ContractRow>()

/** The contracts of the company; in approval, those that wait for one. */
export default function Contracts() {
  const { t, i18n } = useTranslation('contracts')
  const { part, href, ids, slot } = usePart()
  const platform = slot === 'platformContracts'
  const at = useListParams()
  const status: readonly Status[] =
    part === 'approval' ? ['internal_review'] : at.many('status', STATUSES)
  const view = part === 'edit' ? at.one('view', VIEWS) : undefined
  const query = useList(
    contracts(
      given({
        status: [...status],
        view,
        buyer_id: ids.buyerId || undefined,
        platform: platform || undefined,
        job_id: ids.jobId || undefined,
        ...at.days('ends'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.title'),
        meta: { width: '28%' },
        cell: (c) => (
          <RowLink to={href('contract', { contractId: c.row.original.id })}>{c.getValue()}</RowLink>
        ),
      }),
      column.accessor('number', {
        header: t('columns.number'),
        cell: (c) => <span className="tabular text-ink-2">{c.getValue()}</span>,
      }),
      column.accessor('supplier_name', { header: t('columns.supplier') }),
      column.accessor('value', {
        header: t('columns.value'),
        meta: { numeric: true },
        cell: (c) => formatMoney(c.getValue(), c.row.original.currency, i18n.language),
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <StatusBadge status={c.getValue()} />,
      }),
      column.accessor('starts_on', {
        header: t('columns.starts'),
        cell: (c) => <span className="tabular">{day(c.getValue())}</span>,
      }),
      column.accessor('ends_on', {
        header: t('columns.ends'),
        cell: (c) => <span className="tabular">{day(c.getValue())}</span>,
      }),
    ],
    [t, i18n.language, href],
  )
  const create = part === 'edit' && mayI('MANAGE_CONTRACT')
  const add = create ? (
    <LinkButton look="primary" to={href('contractAuthor') ?? href('contractCreate')}>
      {t('making.add')}
    </LinkButton>
  ) : null
  return (
    <Page
      title={t(platform ? 'list.platform' : `list.${part}`)}
      subtitle={t(platform ? 'list.platformNote' : `list.${part}Note`)}
      crumbs={[{ label: t('making.buyers'), to: href('contractBuyers') }]}
      actions={add}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t(platform ? 'list.platform' : `list.${part}`)}
        search={t('list.search')}
        narrowing={['job']}
        filters={[
          ...(part === 'edit'
            ? [
                {
                  key: 'status',
                  kind: 'many' as const,
                  label: t('columns.status'),
                  options: STATUSES.map((s) => ({ value: s, label: t(`status.${s}`) })),
                },
                {
                  key: 'view',
                  label: t('list.view'),
                  options: VIEWS.map((v) => ({ value: v, label: t(`views.${v}`) })),
                },
              ]
            : []),
          { key: 'ends', kind: 'days', label: t('columns.ends') },
        ]}
        empty={{
          icon: <FileSignatureIcon size={18} />,
          title: t(platform ? 'list.platformEmpty' : `list.${part}Empty`),
          body: t(platform ? 'list.platformEmptyBody' : `list.${part}EmptyBody`),
        }}
      />
    </Page>
  )
}
