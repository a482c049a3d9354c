import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { dayText } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { TruckIcon } from 'lucide-react'
import { useMemo } from 'react'
import { LevelMark } from '../parts.tsx'
import { LEVELS, type RiskSupplier, riskSuppliers } from '../queries.ts'

const column = columnsFor<RiskSupplier>()
const none = <span className="text-ink-3">–</span>

/** Suppliers of whom the register speaks; what is said of each is one step away. */
export default function RiskSuppliers() {
  const { t, i18n } = useTranslation('risks')
  const { href } = useHere()
  const at = useListParams()
  const query = useList(
    riskSuppliers(given({ worst: at.many('worst', LEVELS), search: at.search, after: at.after })),
  )
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('supplier'),
        meta: { width: '34%' },
        cell: (c) => (
          <RowLink
            to={href('riskRegister', { supplierId: c.row.original.id })}
            note={countryName(c.row.original.country, i18n.language)}
          >
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('worst', {
        header: t('columns.worst'),
        cell: (c) => {
          const { level } = c.row.original
          return level ? <LevelMark level={level} score={c.getValue()} /> : none
        },
      }),
      column.accessor('open', { header: t('board.open'), meta: { numeric: true } }),
      column.accessor('overdue', { header: t('board.overdue'), meta: { numeric: true } }),
      column.accessor('next_due', {
        header: t('columns.nextDue'),
        cell: (c) => {
          const day = c.getValue()
          return day ? <span className="tabular">{dayText(day)}</span> : none
        },
      }),
    ],
    [t, i18n.language, href],
  )
  return (
    <Page title={t('suppliers.title')} subtitle={t('suppliers.note')}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('suppliers.title')}
        search={t('suppliers.search')}
        filters={[
          {
            key: 'worst',
            kind: 'many',
            label: t('columns.worst'),
            options: LEVELS.map((value) => ({ value, label: t(`levels.${value}`) })),
          },
        ]}
        empty={{
          icon: <TruckIcon size={18} />,
          title: t('suppliers.empty'),
          body: t('suppliers.emptyBody'),
        }}
      />
    </Page>
  )
}
