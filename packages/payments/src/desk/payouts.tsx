import { useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useProof } from '@zabuni/routing/ui/proof'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import { BanknoteIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Money } from '../parts.tsx'
import { Owed } from './owed.tsx'
import { decidePayout, type Payout, payoutEvidenceOf, payoutsQuery } from './queries.ts'

const HERE = '/zabuni/payment_payouts'
const STATES = ['asked', 'done', 'refused'] as const satisfies readonly Payout['status'][]
const tones: Record<Payout['status'], Tone> = { asked: 'warn', done: 'ok', refused: 'neutral' }
const column = columnsFor<Payout>()

/** What is owed to buyers, and what was paid out to them. */
export default function Payouts() {
  const { t } = useTranslation('payments')
  const [params] = useSearchParams()
  const made = params.get('tab') === 'made'
  return (
    <Page
      title={t('payout.title')}
      subtitle={t('payout.note')}
      crumbs={[{ label: t('desk.queues.title'), to: '/zabuni/payment_reconciliation' }]}
    >
      <Tabs
        label={t('payout.title')}
        items={[
          { to: HERE, label: t('payout.owed'), active: !made },
          { to: `${HERE}?tab=made`, label: t('payout.made'), active: made },
        ]}
      />
      {made ? <Made /> : <Owed />}
    </Page>
  )
}

const Made = () => {
  const { t, i18n } = useTranslation('payments')
  const at = useListParams()
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const [deciding, setDeciding] = useState<{ of: Payout; approve: boolean }>()
  const mayMove = mayI('MANAGE_PAYMENTS')
  const query = useList(
    payoutsQuery(
      given({
        status: at.many('status', STATES),
        ...at.days('asked'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('code', {
        header: t('payout.code'),
        cell: ({ row: { original: p } }) => (
          <span className="grid whitespace-normal">
            <span className="font-medium">{p.code}</span>
            <span className="text-xs text-ink-2">{p.buyer_name}</span>
          </span>
        ),
      }),
      column.accessor((p) => p.amount.value, {
        id: 'amount',
        header: t('list.amount'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.amount} />,
      }),
      column.accessor('reference', {
        header: t('payout.reference'),
        cell: ({ row: { original: p } }) => (
          <span className="grid whitespace-normal">
            {p.reference}
            <span className="text-xs text-ink-2">{formatDate(p.paid_on)}</span>
            {p.note ? <span className="text-xs text-ink-2">{p.note}</span> : null}
          </span>
        ),
      }),
      column.accessor('status', {
        header: t('list.status'),
        cell: (c) => <Badge tone={tones[c.getValue()]}>{t(`payout.state.${c.getValue()}`)}</Badge>,
      }),
      column.accessor('asked_at', {
        header: t('payout.people'),
        cell: ({ row: { original: p } }) => (
          <span className="grid whitespace-normal">
            {p.asker}
            <span className="text-xs text-ink-2">{formatMoment(p.asked_at, ownZone())}</span>
            {p.decided_at ? (
              <span className="text-xs text-ink-2">
                {p.decider} · {formatMoment(p.decided_at, ownZone())}
              </span>
            ) : null}
          </span>
        ),
      }),
      column.display({
        id: 'acts',
        header: () => <span className="sr-only">{t('back.next')}</span>,
        cell: ({ row: { original: p } }) => (
          <span className="flex flex-wrap gap-2">
            <ActButton
              size="sm"
              act={async () => saveFile(await payoutEvidenceOf(p.id), t('desk.line.evidenceFile'))}
            >
              {t('desk.line.evidence')}
            </ActButton>
            {mayMove && p.status === 'asked' && !p.mine
              ? [true, false].map((approve) => (
                  <Button
                    key={String(approve)}
                    size="sm"
                    onClick={() => setDeciding({ of: p, approve })}
                  >
                    {t(approve ? 'desk.approve' : 'desk.refuse')}
                  </Button>
                ))
              : null}
          </span>
        ),
      }),
    ],
    [t, mayMove],
  )
  const word = deciding?.approve ? 'approve' : 'refuse'
  return (
    <>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('payout.made')}
        search={t('payout.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('list.status'),
            options: STATES.map((value) => ({ value, label: t(`payout.state.${value}`) })),
          },
          { key: 'asked', kind: 'days', label: t('back.asked') },
        ]}
        empty={{
          icon: <BanknoteIcon size={18} />,
          title: t('payout.none'),
          body: t('payout.madeBody'),
        }}
      />
      {deciding ? (
        <AskDialog
          open
          onClose={() => setDeciding(undefined)}
          title={t(`desk.${word}`)}
          description={t(`payout.decide.${word}`, {
            amount: formatMoney(
              deciding.of.amount.value,
              deciding.of.amount.currency,
              i18n.language,
            ),
            buyer: deciding.of.buyer_name,
          })}
          action={t(`desk.${word}`)}
          send={async () => {
            await withProof(() => data(decidePayout(deciding.of.id, deciding.approve)))
            await cache.invalidateQueries({ queryKey: keys.payment })
            setDeciding(undefined)
          }}
        />
      ) : null}
      {proofDialog}
    </>
  )
}
