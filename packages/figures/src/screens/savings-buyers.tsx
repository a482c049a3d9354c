import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatMoney } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import { PiggyBankIcon } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Saved } from '../saving-parts.tsx'
import { BASELINES, type SavingsBuyer, type SavingTotal, savingsBuyers } from '../saving-queries.ts'

const column = columnsFor<SavingsBuyer>()

/** A line for each currency, what was bought apart from what was sold. */
const Lines = ({
  of,
  show,
}: {
  of: readonly SavingTotal[]
  show: (sum: SavingTotal) => ReactNode
}) => (
  <span className="grid justify-items-end gap-1">
    {of.map((sum) => (
      <span key={sum.currency + sum.sold}>{show(sum)}</span>
    ))}
  </span>
)

/** Buyers with what their awards saved against one baseline. */
export default function SavingsBuyers() {
  const { t, i18n } = useTranslation('savings')
  const { href } = useHere()
  const at = useListParams()
  const baseline = at.one('baseline', BASELINES) ?? BASELINES[0]
  const query = useList(
    savingsBuyers({ baseline, ...given({ search: at.search, after: at.after }) }),
  )
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.buyer'),
        meta: { width: '30%' },
        cell: ({ row: { original: b } }) => (
          <RowLink
            to={to(href('savings', { buyerId: b.id }), { query: { baseline } })}
            note={countryName(b.country, i18n.language)}
          >
            {b.name}
          </RowLink>
        ),
      }),
      column.accessor('awards', { header: t('columns.awards'), meta: { numeric: true } }),
      column.display({
        id: 'compared',
        header: t('columns.compared'),
        meta: { numeric: true },
        cell: (c) => (
          <Lines
            of={c.row.original.totals}
            show={(sum) =>
              `${sum.currency}${sum.sold ? ` · ${t('sold')}` : ''}: ${t('compared', { part: sum.compared, all: sum.awards })}`
            }
          />
        ),
      }),
      column.display({
        id: 'awarded',
        header: t('columns.awarded'),
        meta: { numeric: true },
        cell: (c) => (
          <Lines
            of={c.row.original.totals}
            show={(sum) =>
              sum.compared ? formatMoney(sum.awarded, sum.currency, i18n.language) : '–'
            }
          />
        ),
      }),
      column.display({
        id: 'saved',
        header: t('columns.saved'),
        meta: { numeric: true },
        cell: (c) => (
          <Lines
            of={c.row.original.totals}
            show={(sum) => <Saved of={sum.compared ? sum : {}} currency={sum.currency} inline />}
          />
        ),
      }),
    ],
    [t, i18n.language, href, baseline],
  )
  const items = BASELINES.map((kind) => {
    const asked = new URLSearchParams(at.asked)
    asked.set('baseline', kind)
    return { to: `?${asked}`, label: t(`baselines.${kind}`), active: kind === baseline }
  })
  return (
    <Page title={t('title')} subtitle={t('buyers.note')}>
      <Tabs label={t('baseline')} items={items} />
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('title')}
        search={t('buyers.search')}
        empty={{
          icon: <PiggyBankIcon size={18} />,
          title: t('buyers.empty'),
          body: t('buyers.emptyBody'),
        }}
      />
    </Page>
  )
}
