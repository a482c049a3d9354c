import { ACTIVITIES } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { saveFile } from '@zabuni/api/download'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { ActButton } from '@zabuni/ui/act'
import { Stats } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import { DownloadIcon, ReceiptTextIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type BuyerFee, feesFile, feesQuery } from './buyer-queries.ts'
import { MyPayouts } from './my-payouts.tsx'
import { Money } from './parts.tsx'

const columns = columnsFor<BuyerFee>()

const HERE = '/buyer/payments'

/** What came in for a buyer's jobs, and what was paid out of it. */
export default function BuyerPayments() {
  const { t } = useTranslation('payments')
  const [params] = useSearchParams()
  const out = params.get('tab') === 'payouts'
  return (
    <Page
      title={t('fees.title')}
      subtitle={t(out ? 'payout.myNote' : 'fees.note')}
      actions={out ? null : <Export />}
    >
      <Tabs
        label={t('fees.title')}
        items={[
          { to: HERE, label: t('fees.tab'), active: !out },
          { to: `${HERE}?tab=payouts`, label: t('payout.title'), active: out },
        ]}
      />
      {out ? <MyPayouts /> : <Fees />}
    </Page>
  )
}

const Export = () => {
  const { t, i18n } = useTranslation('payments')
  const at = useListParams()
  return (
    <ActButton
      icon={<DownloadIcon aria-hidden="true" size={15} />}
      act={async () =>
        saveFile(
          await feesFile({
            ...given({ activity: at.many('activity', ACTIVITIES), search: at.search }),
            language: languageOf(i18n.language),
          }),
          'fees.xlsx',
        )
      }
    >
      {t('statement.xlsx')}
    </ActButton>
  )
}

/** The fees; nothing of what came in before a category closes. */
const Fees = () => {
  const { t, i18n } = useTranslation('payments')
  const { hrefOf } = useHere()
  const words = useWords()
  const at = useListParams()
  const query = useList(
    feesQuery(
      given({ activity: at.many('activity', ACTIVITIES), search: at.search, after: at.after }),
    ),
  )
  const totals = query.data?.totals ?? []
  const shown = useMemo(() => {
    // Until it closes, nobody learns how many take part.
    const waits = <span className="text-ink-3">{t('fees.waits')}</span>
    return [
      columns.accessor('name', {
        header: t('desk.job.category'),
        cell: ({ row: { original: f } }) => (
          <RowLink
            to={hrefOf(f.activity, 'categoryDetails', {
              jobId: f.job_id,
              categoryId: f.category_id,
            })}
            note={`${f.reference} · ${f.job_title}`}
          >
            {f.name}
          </RowLink>
        ),
      }),
      columns.accessor('activity', {
        header: t('fees.activity'),
        cell: (c) => words(c.getValue(), 'name'),
      }),
      columns.accessor('closes_at', {
        header: t('fees.closes'),
        cell: ({ row: { original: f } }) => formatMoment(f.closes_at, f.timezone),
      }),
      columns.accessor('fee', {
        header: t('desk.job.fee'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.getValue()} />,
      }),
      columns.accessor('came', {
        id: 'paid',
        header: t('desk.job.paid'),
        meta: { numeric: true },
        cell: (c) => c.getValue()?.paid ?? waits,
      }),
      columns.accessor('came', {
        id: 'received',
        header: t('desk.job.received'),
        meta: { numeric: true },
        cell: (c) => {
          const came = c.getValue()
          return came ? <Money amount={came.received} /> : '–'
        },
      }),
      columns.accessor('came', {
        id: 'back',
        header: t('desk.job.back'),
        meta: { numeric: true },
        cell: (c) => {
          const came = c.getValue()
          return came ? <Money amount={came.back} /> : '–'
        },
      }),
    ]
  }, [t, hrefOf, words])
  return (
    <div className="grid gap-4">
      {totals.length ? (
        <Stats
          items={totals.flatMap(({ received, back, paid }) => [
            {
              label: `${t('desk.job.received')} (${received.currency})`,
              value: formatMoney(received.value, received.currency, i18n.language),
              note: t('fees.payments', { count: paid }),
            },
            {
              label: `${t('desk.job.back')} (${back.currency})`,
              value: formatMoney(back.value, back.currency, i18n.language),
            },
          ])}
        />
      ) : null}
      <List
        at={at}
        query={query}
        columns={shown}
        rowId={(f) => f.category_id}
        caption={t('fees.title')}
        search={t('fees.search')}
        filters={[
          {
            key: 'activity',
            kind: 'many',
            label: t('fees.activity'),
            options: ACTIVITIES.map((value) => ({ value, label: words(value, 'name') })),
          },
        ]}
        empty={{
          icon: <ReceiptTextIcon size={18} />,
          title: t('fees.empty'),
          body: t('fees.emptyBody'),
        }}
      />
    </div>
  )
}
