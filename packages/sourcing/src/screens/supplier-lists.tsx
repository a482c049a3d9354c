import { useQuery } from '@tanstack/react-query'
import { ACTIVITIES } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { useWords } from '@zabuni/activities/ui/words'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { ListChecksIcon } from 'lucide-react'
import { useMemo } from 'react'
import { BuyerList } from '../buyer-list.tsx'
import { category, job, type SupplierList, supplierLists } from '../queries.ts'

const column = columnsFor<SupplierList>()

/** The lists that a buyer's categories made; of an invitation, those out of which one invites. */
const Lists = ({ caption, buyer }: { caption: string; buyer: string }) => {
  const { t } = useTranslation('sourcing')
  const { slot, ids, href } = useHere()
  const { jobId, categoryId, parentId } = ids
  const words = useWords()
  const at = useListParams()
  const query = useList(
    supplierLists(
      given({
        buyer_id: buyer,
        job_id: parentId,
        activity: at.many('activity', ACTIVITIES),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('lists.columns.list'),
        meta: { width: '32%' },
        cell: (c) => {
          const { category_id: listId, job_id, reference } = c.row.original
          const to =
            slot === 'supplierLists'
              ? href('supplierList', { listId })
              : href('inviteList', { jobId, categoryId, parentId: job_id, listId })
          return (
            <RowLink to={to} note={reference}>
              {c.getValue()}
            </RowLink>
          )
        },
      }),
      column.accessor('job_title', {
        header: t('lists.columns.job'),
        cell: (c) => (
          <TextLink
            to={
              slot === 'inviteLists'
                ? href('inviteListCategories', {
                    jobId,
                    categoryId,
                    parentId: c.row.original.job_id,
                  })
                : null
            }
            look="block max-w-72 truncate cards:whitespace-normal"
            link="hover:underline"
          >
            {c.getValue()}
          </TextLink>
        ),
      }),
      column.accessor('activity', {
        header: t('lists.columns.made'),
        cell: (c) => words(c.getValue(), 'name'),
      }),
      column.accessor('entries', { header: t('lists.columns.entries'), meta: { numeric: true } }),
      column.accessor('active', { header: t('lists.columns.active'), meta: { numeric: true } }),
    ],
    [t, words, slot, href, jobId, categoryId],
  )
  return (
    <List
      at={at}
      query={query}
      columns={columns}
      caption={caption}
      search={t('lists.search')}
      filters={[
        {
          key: 'activity',
          kind: 'many',
          label: t('lists.columns.made'),
          options: ACTIVITIES.map((a) => ({ value: a, label: words(a, 'name') })),
        },
      ]}
      rowId={(row) => row.category_id}
      empty={{
        icon: <ListChecksIcon size={18} />,
        title: t('lists.empty'),
        body: t('lists.emptyBody'),
      }}
    />
  )
}

const OutOf = ({ name }: { name: string }) => {
  const { t } = useTranslation('sourcing')
  const { ids, href } = useHere()
  const { jobId, categoryId } = ids
  return (
    <Load query={useQuery(job(jobId))} title={t('lists.inviteTitle')}>
      {({ buyer_id }) => (
        <Page
          title={t('lists.inviteTitle')}
          subtitle={t('lists.inviteLead')}
          crumbs={[{ label: name, to: href('invited', { jobId, categoryId }) }]}
        >
          <Lists caption={t('lists.inviteTitle')} buyer={buyer_id} />
        </Page>
      )}
    </Load>
  )
}

/** The lists of one job, out of which one invites. */
const OfJob = ({ name }: { name: string }) => {
  const { t } = useTranslation('sourcing')
  const { ids, href } = useHere()
  const { jobId, categoryId, parentId } = ids
  return (
    <Load query={useQuery(job(parentId))} title={t('lists.inviteTitle')}>
      {({ buyer_id, title }) => (
        <Page
          title={title}
          subtitle={t('lists.inviteLead')}
          crumbs={[
            { label: name, to: href('invited', { jobId, categoryId }) },
            { label: t('lists.inviteTitle'), to: href('inviteLists', { jobId, categoryId }) },
          ]}
        >
          <Lists caption={title} buyer={buyer_id} />
        </Page>
      )}
    </Load>
  )
}

const ToInvite = () => {
  const { t } = useTranslation('sourcing')
  const { ids, slot } = useHere()
  return (
    <LoadRecord query={useQuery(category(ids.categoryId))} title={t('lists.inviteTitle')}>
      {({ name }) => (slot === 'inviteLists' ? <OutOf name={name} /> : <OfJob name={name} />)}
    </LoadRecord>
  )
}

/** Where lists of approved suppliers begin; the operator says whose first. */
export default function SupplierLists() {
  const { t } = useTranslation('sourcing')
  const { desk, slot, ids, href } = useHere()
  if (slot !== 'supplierLists') return <ToInvite />
  if (desk === 'operator' && !ids.buyerId)
    return <BuyerList title={t('lists.title')} list={href('supplierLists')} />
  return (
    <Page title={t('lists.title')} subtitle={t('lists.lead')}>
      <Lists caption={t('lists.title')} buyer={ids.buyerId} />
    </Page>
  )
}
