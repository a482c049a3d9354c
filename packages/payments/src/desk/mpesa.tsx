import { useQuery } from '@tanstack/react-query'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Card, Stats } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { SmartphoneIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Money } from '../parts.tsx'
import { reconcilePath, TryState } from './parts.tsx'
import { linesQuery, type Try, todayQuery, triesQuery } from './queries.ts'

const STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
  'expired',
  'review',
  'dismissed',
] as const satisfies readonly Try['status'][]
/** How much of what is nobody's is shown beside the payments. */
const SHOWN = 5
const column = columnsFor<Try>()

/** What the way took today: as the attempts say it, and as the ledger does. */
const Today = () => {
  const { t, i18n } = useTranslation('payments')
  const { data, error } = useQuery(todayQuery('mpesa'))
  if (error) return <Banner tone="bad">{problemText(error, i18n)}</Banner>
  if (!data) return <div className="skeleton h-20" />
  if (!data.items.length) return <Banner tone="info">{t('desk.mpesa.quiet')}</Banner>
  return data.items.map((d) => (
    <Stats
      key={d.amount.currency}
      items={[
        { label: t('desk.mpesa.begun'), value: d.begun },
        { label: t('desk.mpesa.paid'), value: d.paid },
        {
          label: t('desk.mpesa.amount'),
          value: formatMoney(d.amount.value, d.amount.currency, i18n.language),
        },
        {
          label: t('desk.mpesa.held'),
          value: formatMoney(d.held.value, d.held.currency, i18n.language),
          note: t('desk.mpesa.heldNote'),
        },
      ]}
    />
  ))
}

/** What payers sent to the paybill without the number of an order: a person finds whose it is. */
const Stray = () => {
  const { t, i18n } = useTranslation('payments')
  const { data, error } = useQuery(
    linesQuery({ provider: ['mpesa'], status: ['open', 'new'], limit: SHOWN }),
  )
  if (error) return <Banner tone="bad">{problemText(error, i18n)}</Banner>
  if (!data?.items.length) return null
  return (
    <Card title={t('desk.mpesa.stray')}>
      <div className="grid gap-3 text-sm">
        <p className="text-ink-2">{t('desk.mpesa.strayNote')}</p>
        <ul className="grid gap-2">
          {data.items.map((l) => (
            <li key={l.code} className="grid grid-cols-[1fr_auto] gap-x-3">
              <TextLink to={reconcilePath(l.code)}>{l.reference}</TextLink>
              <Money amount={l.amount} />
              <span className="min-w-0 break-words text-ink-2">
                {[l.payer, l.narration].filter(Boolean).join(' · ')}
              </span>
              <span className="text-ink-2">{formatDate(l.day)}</span>
            </li>
          ))}
        </ul>
        {data.next ? (
          <TextLink to="/zabuni/payment_reconciliation?queue=lines&provider=mpesa">
            {t('desk.mpesa.strayAll')}
          </TextLink>
        ) : null}
      </div>
    </Card>
  )
}

/** Every payment by M-Pesa: how it stands, how often it was asked about, when again. */
export default function MpesaDesk() {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const query = useList(
    triesQuery({
      provider: ['mpesa'],
      ...given({
        status: at.many('status', STATUSES),
        ...at.days('created'),
        search: at.search,
        after: at.after,
      }),
    }),
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
      column.accessor('payer', {
        header: t('desk.phone'),
        cell: (c) => c.getValue() || '–',
      }),
      column.accessor((r) => r.amount.value, {
        id: 'amount',
        header: t('list.amount'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.amount} />,
      }),
      column.accessor('receipt', { header: t('pay.receipt'), cell: (c) => c.getValue() || '–' }),
      column.accessor('status', {
        header: t('list.status'),
        cell: (c) => <TryState of={c.row.original} />,
      }),
      column.accessor('asked', {
        header: t('desk.asked'),
        meta: { numeric: true },
        cell: (c) => c.getValue(),
      }),
      column.accessor('next_ask_at', {
        header: t('desk.nextAsk'),
        cell: (c) => {
          const next = c.getValue()
          return next ? formatMoment(next, ownZone()) : '–'
        },
      }),
      column.accessor('created_at', {
        header: t('desk.begun'),
        cell: (c) => formatMoment(c.getValue(), ownZone()),
      }),
    ],
    [t],
  )
  return (
    <Page title={t('desk.mpesa.title')} subtitle={t('desk.mpesa.note')}>
      <div className="grid gap-4">
        <Today />
        <Stray />
        <List
          at={at}
          query={query}
          columns={columns}
          caption={t('desk.mpesa.title')}
          search={t('desk.search')}
          filters={[
            {
              key: 'status',
              kind: 'many',
              label: t('list.status'),
              options: STATUSES.map((value) => ({ value, label: t(`desk.status.${value}`) })),
            },
            { key: 'created', kind: 'days', label: t('desk.begun') },
          ]}
          empty={{
            icon: <SmartphoneIcon size={18} />,
            title: t('desk.mpesa.empty'),
            body: t('desk.mpesa.emptyBody'),
          }}
        />
      </div>
    </Page>
  )
}
