import { useMutation, useQuery } from '@tanstack/react-query'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatMoment } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { problemText } from '@zabuni/i18n/problem'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Stats } from '@zabuni/ui/card'
import { StackedBarChart } from '@zabuni/ui/charts'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileSpreadsheetIcon, MailIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { MailDetail } from './mail-detail.tsx'
import {
  analysisQuery,
  type MailStatus,
  type OutgoingMail,
  outgoingQuery,
  startReport,
} from './queries.ts'

const STATUSES = [
  'queued',
  'sent',
  'failed',
  'bounced',
  'suppressed',
  'gathered',
  'summarised',
] as const
const KINDS = [
  'activation',
  'reset',
  'invited_user',
  'tfa_code',
  'invitation',
  'publication',
  'renewal',
  'window',
  'extension',
  'cancellation',
  'cancellation_fee',
  'unsuccessful',
  'unsuccessful_fee',
  'payment_failed',
  'payment_expired',
  'payment_review',
  'payment_rest',
  'payment_found',
  'payment_refund',
  'payment_refund_ends',
  'payment_refunded',
  'closing_soon',
  'bid_receipt',
  'bid_withdrawn',
  'bids_withdrawn',
  'price_question',
  'price_answer',
  'opener_wanted',
  'award_letter',
  'success_letter',
  'regret_letter',
  'letter',
  'result_award',
  'result_success',
  'result_regret',
  'contract_draft',
  'contract_approval',
  'contract_signing',
  'contract_signed',
  'contract_unsigned',
  'contract_ending',
  'contract_notice',
  'contract_renewed',
  'contract_decided',
  'contract_declined',
  'contract_scan',
  'contract_scan_refused',
  'contract_on_paper',
  'contract_sign_expired',
  'contract_lapsed',
  'contract_terminated',
  'contract_completed',
  'contract_barred',
  'contract_taken_back',
  'contract_due',
  'contract_due_done',
  'contract_due_met',
  'contract_due_part',
  'contract_due_unmet',
  'contract_due_returned',
  'contract_due_withdrawn',
  'contract_due_near',
  'contract_due_late',
  'tax_expiry',
  'tax_expiry_bids',
  'licence_expiry',
  'licence_expiry_bids',
  'group_expiry',
  'group_expiry_bids',
  'group_validated',
  'group_rejected',
  'session_reused',
  'login_blocked',
  'support_view',
] as const satisfies readonly OutgoingMail['kind'][]
const PERIODS = [7, 30, 90, 365]
const MONTH = 30

/** The tone of each state. */
export const tones: Record<MailStatus, Tone> = {
  queued: 'info',
  sent: 'ok',
  failed: 'bad',
  bounced: 'bad',
  suppressed: 'neutral',
  gathered: 'info',
  summarised: 'ok',
}

const column = columnsFor<OutgoingMail>()

// The chart colours of the statuses: what arrived is green, alone or in a summary.
const COLORS: Record<MailStatus, number> = {
  queued: 5,
  sent: 1,
  failed: 3,
  bounced: 4,
  suppressed: 2,
  gathered: 5,
  summarised: 1,
}
const stacked = <C extends { status?: string; count: number }, K extends string>(
  counts: readonly C[],
  shown: readonly MailStatus[],
  keyOf: (count: C) => K,
  label: (key: K) => string,
) =>
  [...new Set(counts.map(keyOf))].map((key) => ({
    label: label(key),
    values: shown.map((s) => counts.find((c) => keyOf(c) === key && c.status === s)?.count ?? 0),
  }))

const Figures = ({ days }: { days: number }) => {
  const { t, i18n } = useTranslation('mail')
  const { data, error } = useQuery(analysisQuery(days))
  if (error) return <Banner tone="bad">{problemText(error, i18n)}</Banner>
  if (!data) return <div className="skeleton h-20" />
  const shown = STATUSES.filter((s) => data.total[s])
  const parts = shown.map((s) => t(`status.${s}`))
  const colors = shown.map((s) => COLORS[s])
  return (
    <div className="grid gap-4">
      <Stats
        items={STATUSES.map((s) => ({ label: t(`status.${s}`), value: data.total[s] ?? 0 }))}
      />
      {data.kinds.length ? (
        <div className="grid gap-4 lg:grid-cols-2">
          <Card>
            <StackedBarChart
              title={t('outgoing.byKind')}
              series={parts}
              colors={colors}
              data={stacked(
                data.kinds,
                shown,
                (c) => c.kind,
                (kind) => t(`kind.${kind}`),
              )}
            />
          </Card>
          <Card>
            <StackedBarChart
              title={t('outgoing.byDay')}
              series={parts}
              colors={colors}
              data={stacked(data.days, shown, (c) => c.key, formatDate).slice(-14)}
            />
          </Card>
        </div>
      ) : null}
      {data.reasons.length ? (
        <Card title={t('outgoing.reasons')}>
          <ul className="grid gap-2 text-sm">
            {data.reasons.map((r) => (
              <li key={r.key} className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 break-words">{r.key}</span>
                <span className="tabular font-semibold">{r.count}</span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  )
}

/** What was sent to whom, and why something did not arrive. */
export default function Outgoing() {
  const { t, i18n } = useTranslation('mail')
  const navigate = useNavigate()
  const at = useListParams()
  const [open, setOpen] = useState<string>()
  const days = Number(at.get('days')) || MONTH
  const filter = {
    days,
    ...given({
      status: at.many('status', STATUSES),
      kind: at.many('kind', KINDS),
      ...at.days('created'),
      search: at.search,
    }),
  }
  const query = useList(outgoingQuery({ ...filter, ...given({ after: at.after }) }))
  const report = useMutation({
    mutationFn: () => startReport({ ...filter, language: languageOf(i18n.language) }),
    onSuccess: ({ task_id }) => navigate(`/zabuni/emails/report/progress/${task_id}`),
  })
  const columns = useMemo(
    () => [
      column.accessor('recipient', {
        header: t('outgoing.recipient'),
        meta: { width: '34%' },
        cell: (c) => (
          <button
            type="button"
            aria-label={t('outgoing.open', { recipient: c.getValue() })}
            onClick={() => setOpen(c.row.original.id)}
            className="max-w-full truncate rounded-sm font-medium hover:underline"
          >
            {c.getValue()}
          </button>
        ),
      }),
      column.accessor('kind', {
        header: t('outgoing.kindLabel'),
        cell: (c) => t(`kind.${c.getValue()}`),
      }),
      column.accessor('status', {
        header: t('outgoing.statusLabel'),
        cell: (c) => <Badge tone={tones[c.getValue()]}>{t(`status.${c.getValue()}`)}</Badge>,
      }),
      column.accessor('attempts', {
        header: t('outgoing.attempts'),
        meta: { numeric: true },
      }),
      column.accessor('created_at', {
        header: t('outgoing.created'),
        cell: (c) => <span className="text-ink-2">{formatMoment(c.getValue(), ownZone())}</span>,
      }),
    ],
    [t],
  )
  return (
    <Page
      title={t('outgoing.title')}
      subtitle={t('outgoing.subtitle')}
      actions={
        <Button
          busy={report.isPending}
          icon={<FileSpreadsheetIcon aria-hidden="true" size={15} />}
          onClick={() => report.mutate()}
        >
          {t('outgoing.report')}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {report.error ? <Banner tone="bad">{problemText(report.error, i18n)}</Banner> : null}
        <Figures days={days} />
        <div>
          <List
            at={at}
            query={query}
            columns={columns}
            caption={t('outgoing.title')}
            search={t('outgoing.search')}
            filters={[
              {
                key: 'status',
                kind: 'many',
                label: t('outgoing.statusLabel'),
                options: STATUSES.map((s) => ({ value: s, label: t(`status.${s}`) })),
              },
              {
                key: 'kind',
                kind: 'many',
                label: t('outgoing.kindLabel'),
                options: KINDS.map((k) => ({ value: k, label: t(`kind.${k}`) })),
              },
              { key: 'created', kind: 'days', label: t('outgoing.created') },
              {
                key: 'days',
                label: t('outgoing.days'),
                options: PERIODS.map((n) => ({
                  value: String(n),
                  label: t('outgoing.lastDays', { days: n }),
                })),
              },
            ]}
            empty={{
              icon: <MailIcon size={18} />,
              title: t('outgoing.empty'),
              body: t('outgoing.emptyBody'),
            }}
          />
        </div>
      </div>
      {open ? <MailDetail id={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  )
}
