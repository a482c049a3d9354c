import { useQuery } from '@tanstack/react-query'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { Tabs } from '@zabuni/ui/tabs'
import { InboxIcon, ScaleIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Money } from '../parts.tsx'
import { Lines } from './lines.tsx'
import { reconcilePath } from './parts.tsx'
import { queuesQuery, type Review, reviewsQuery, straysQuery, type Way } from './queries.ts'

const HERE = '/zabuni/payment_reconciliation'
const WAYS = [
  'mpesa',
  'stp',
  'pp',
  'cpp',
  'p',
  'c',
  'd',
  'iveri',
  'bank',
] as const satisfies readonly Way[]
const column = columnsFor<Review>()

/** The server counts no further. */
const COUNTED_TO = 1000
const counted = (n?: number) => (n !== undefined && n >= COUNTED_TO ? `${COUNTED_TO}+` : n)

/** What a person must look at: money under review, and messages that no payment explains. */
export default function Queues() {
  const { t } = useTranslation('payments')
  const [params] = useSearchParams()
  const waiting = useQuery(queuesQuery).data
  const queue = params.get('queue')
  const strays = queue === 'messages'
  const lines = queue === 'lines'
  return (
    <Page
      title={t('desk.queues.title')}
      subtitle={t('desk.queues.note')}
      actions={
        <>
          {mayI('VIEW_REPORT') ? (
            <>
              <LinkButton to="/zabuni/payment_statements">{t('desk.statements.title')}</LinkButton>
              <LinkButton to="/zabuni/payment_refunds">{t('back.title')}</LinkButton>
              <LinkButton to="/zabuni/payment_disputes">{t('dispute.title')}</LinkButton>
              <LinkButton to="/zabuni/payment_payouts">{t('payout.title')}</LinkButton>
              <LinkButton to="/zabuni/payment_totals">{t('totals.title')}</LinkButton>
            </>
          ) : null}
          <LinkButton to="/zabuni/payment_reconciliations">{t('desk.decided.title')}</LinkButton>
        </>
      }
    >
      <Tabs
        label={t('desk.queues.title')}
        items={[
          {
            to: HERE,
            label: t('desk.queues.review'),
            count: counted(waiting?.review),
            active: !strays && !lines,
          },
          {
            to: `${HERE}?queue=lines`,
            label: t('desk.queues.lines'),
            count: counted(waiting?.lines),
            active: lines,
          },
          {
            to: `${HERE}?queue=messages`,
            label: t('desk.queues.messages'),
            count: counted(waiting?.messages),
            active: strays,
          },
        ]}
      />
      {strays ? <Strays /> : lines ? <Lines /> : <Reviews />}
    </Page>
  )
}

const Reviews = () => {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const query = useList(
    reviewsQuery(
      given({
        provider: at.many('provider', WAYS),
        ...at.days('created'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('number', {
        header: t('list.number'),
        cell: ({ row: { original: r } }) => (
          <RowLink to={reconcilePath(r.number)} note={r.supplier_name}>
            {r.number}
          </RowLink>
        ),
      }),
      column.accessor('provider', {
        header: t('list.mode'),
        cell: (c) => t(`mode.${c.getValue()}`),
      }),
      column.accessor((r) => r.asked.value, {
        id: 'asked',
        header: t('desk.askedAmount'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.asked} />,
      }),
      column.accessor((r) => r.held.value, {
        id: 'held',
        header: t('desk.held'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.held} />,
      }),
      column.accessor('reason', {
        header: t('desk.why'),
        cell: (c) => <span className="whitespace-normal">{t(`desk.reason.${c.getValue()}`)}</span>,
      }),
      column.accessor('settled_at', {
        header: t('desk.since'),
        cell: ({ row: { original: r } }) => formatMoment(r.settled_at ?? r.created_at, ownZone()),
      }),
    ],
    [t],
  )
  return (
    <List
      at={at}
      query={query}
      columns={columns}
      caption={t('desk.queues.review')}
      search={t('desk.search')}
      filters={[
        {
          key: 'provider',
          kind: 'many',
          label: t('list.mode'),
          options: WAYS.map((value) => ({ value, label: t(`mode.${value}`) })),
        },
        { key: 'created', kind: 'days', label: t('desk.begun') },
      ]}
      empty={{
        icon: <ScaleIcon size={18} />,
        title: t('desk.queues.empty'),
        body: t('desk.queues.emptyBody'),
      }}
    />
  )
}

const Strays = () => {
  const { t } = useTranslation('payments')
  const query = useQuery(straysQuery)
  const heads = [
    { key: 'at', label: t('desk.received') },
    { key: 'way', label: t('list.mode') },
    { key: 'verdict', label: t('desk.verdictHead') },
    { key: 'number', label: t('list.number') },
    { key: 'network', label: t('desk.network') },
    { key: 'body', label: t('desk.message') },
  ]
  return (
    <Load query={query} title={t('desk.queues.messages')}>
      {({ items }) => (
        <Card flush>
          {items.length ? (
            <TableFrame caption={t('desk.queues.messages')} heads={heads}>
              {items.map((m) => (
                <PlainRow
                  key={m.id}
                  heads={heads}
                  cells={[
                    formatMoment(m.received_at, ownZone()),
                    t(`mode.${m.provider}`),
                    <Badge key="v" tone={m.verdict === 'contradicts' ? 'warn' : 'neutral'}>
                      {t(`desk.verdict.${m.verdict}`)}
                    </Badge>,
                    m.number ? (
                      <LinkButton key="n" size="sm" to={reconcilePath(m.number)}>
                        {m.number}
                      </LinkButton>
                    ) : (
                      '–'
                    ),
                    m.network,
                    <code key="b" className="line-clamp-3 max-w-md text-xs break-all">
                      {m.body}
                    </code>,
                  ]}
                />
              ))}
            </TableFrame>
          ) : (
            <EmptyState
              icon={<InboxIcon size={18} />}
              title={t('desk.queues.noMessages')}
              body={t('desk.queues.noMessagesBody')}
            />
          )}
        </Card>
      )}
    </Load>
  )
}
