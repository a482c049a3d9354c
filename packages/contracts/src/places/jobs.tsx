import { ACTIVITIES } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FolderIcon } from 'lucide-react'
import { useMemo } from 'react'
import { type JobRow, jobs } from './queries.ts'

const column = columnsFor<JobRow>()

/** Jobs that chose somebody: those of the own company, or at the operator's desk those of a buyer. */
export default function ContractJobs() {
  const { t } = useTranslation(['inforce', 'contracts'])
  const { desk, href, ids } = useHere()
  const words = useWords()
  const at = useListParams()
  const query = useList(
    jobs(
      given({
        buyer_id: ids.buyerId || undefined,
        activity: at.many('activity', ACTIVITIES),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.job'),
        meta: { width: '44%' },
        cell: ({ row: { original: j } }) => (
          <RowLink
            to={
              desk === 'operator'
                ? href('buyerContracts', { buyerId: ids.buyerId, jobId: j.id })
                : href('contractJob', { jobId: j.id, activity: j.activity })
            }
            note={j.reference}
          >
            {j.title}
          </RowLink>
        ),
      }),
      column.accessor('activity', {
        header: t('columns.activity'),
        cell: (c) => words(c.getValue(), 'name'),
      }),
      column.accessor('categories', { header: t('columns.categories'), meta: { numeric: true } }),
      column.accessor('contracts', { header: t('columns.contracts'), meta: { numeric: true } }),
    ],
    [t, desk, href, ids.buyerId, words],
  )
  return (
    <Page
      title={t('jobs.title')}
      subtitle={t('jobs.note')}
      crumbs={
        desk === 'operator'
          ? [
              { label: t('contracts:making.buyers'), to: href('contractBuyers') },
              {
                label: t('contracts:list.edit'),
                to: href('buyerContracts', { buyerId: ids.buyerId }),
              },
            ]
          : [{ label: t('contracts:list.edit'), to: href('contracts') }]
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('jobs.title')}
        search={t('jobs.search')}
        filters={[
          {
            key: 'activity',
            kind: 'many',
            label: t('columns.activity'),
            options: ACTIVITIES.map((value) => ({ value, label: words(value, 'name') })),
          },
        ]}
        empty={{
          icon: <FolderIcon size={18} />,
          title: t('jobs.empty'),
          body: t('jobs.emptyBody'),
        }}
      />
    </Page>
  )
}
