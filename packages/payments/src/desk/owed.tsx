import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { isZero } from '@zabuni/i18n/decimal'
import { mayI } from '@zabuni/routing/may'
import { Button } from '@zabuni/ui/button'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { BanknoteIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Money } from '../parts.tsx'
import { PayoutDialog } from './payout-dialog.tsx'
import { type OwedBuyer, owedQuery } from './queries.ts'

type Sum = OwedBuyer['sums'][number]
const column = columnsFor<OwedBuyer>()

const Sums = ({ of, which }: { of: OwedBuyer; which: keyof Sum }) => (
  <span className="grid justify-items-end gap-0.5">
    {of.sums.map((s) => (
      <Money key={s[which].currency} amount={s[which]} />
    ))}
  </span>
)

/** What is owed to each buyer; of what is open still, nothing is paid out. */
export const Owed = () => {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const [paying, setPaying] = useState<OwedBuyer>()
  const mayMove = mayI('MANAGE_PAYMENTS')
  const query = useList(owedQuery(given({ search: at.search, after: at.after })))
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('payout.buyer'),
        cell: (c) => <span className="font-medium whitespace-normal">{c.getValue()}</span>,
      }),
      ...(['due', 'asked', 'later'] as const).map((which) =>
        column.accessor('sums', {
          id: which,
          header: t(`payout.sum.${which}`),
          meta: { numeric: true },
          cell: ({ row: { original: b } }) => <Sums of={b} which={which} />,
        }),
      ),
      column.display({
        id: 'pay',
        header: () => <span className="sr-only">{t('payout.record')}</span>,
        cell: ({ row: { original: b } }) =>
          mayMove && b.sums.some((s) => !isZero(s.due.value) && !s.due.value.startsWith('-')) ? (
            <Button size="sm" onClick={() => setPaying(b)}>
              {t('payout.record')}
            </Button>
          ) : null,
      }),
    ],
    [t, mayMove],
  )
  return (
    <>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('payout.owed')}
        search={t('payout.searchBuyer')}
        empty={{
          icon: <BanknoteIcon size={18} />,
          title: t('payout.nothing'),
          body: t('payout.nothingBody'),
        }}
      />
      {paying ? <PayoutDialog buyer={paying} onClose={() => setPaying(undefined)} /> : null}
    </>
  )
}
