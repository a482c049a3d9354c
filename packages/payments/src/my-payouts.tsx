import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatMoney } from '@zabuni/i18n/format'
import { Stats } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { BanknoteIcon } from 'lucide-react'
import { useMemo } from 'react'
import { type MyPayout, myPayoutsQuery } from './buyer-queries.ts'
import { Money } from './parts.tsx'

const columns = columnsFor<MyPayout>()

/** What a buyer was paid out of its fees, and what is due to it. */
export const MyPayouts = () => {
  const { t, i18n } = useTranslation('payments')
  const at = useListParams()
  const query = useList(myPayoutsQuery(given({ after: at.after })))
  const shown = useMemo(
    () => [
      columns.accessor('code', { header: t('payout.code') }),
      columns.accessor('paid_on', {
        header: t('payout.paidOn'),
        cell: (c) => formatDate(c.getValue()),
      }),
      columns.accessor('reference', { header: t('payout.reference') }),
      columns.accessor((p) => p.amount.value, {
        id: 'amount',
        header: t('list.amount'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.amount} />,
      }),
    ],
    [t],
  )
  const due = query.data?.due ?? []
  return (
    <div className="grid gap-4">
      {due.length ? (
        <Stats
          items={due.map((d) => ({
            label: `${t('payout.dueToMe')} (${d.currency})`,
            value: formatMoney(d.value, d.currency, i18n.language),
            note: t('payout.dueNote'),
          }))}
        />
      ) : null}
      <List
        at={at}
        query={query}
        columns={shown}
        caption={t('payout.title')}
        empty={{
          icon: <BanknoteIcon size={18} />,
          title: t('payout.none'),
          body: t('payout.noneBody'),
        }}
      />
    </div>
  )
}
