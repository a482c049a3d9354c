import { to } from '@zabuni/activities/address'
import { mayHere } from '@zabuni/activities/may'
import { useActivity } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import type { Schemas } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Building2Icon } from 'lucide-react'
import { useMemo } from 'react'
import { Matrix } from '../parts.tsx'
import { overview } from '../queries.ts'

const column = columnsFor<Schemas['RiskBuyer']>()

/** The registers of buyers in figures: what stands in them is theirs. */
export default function RiskOverview() {
  const { t } = useTranslation('risks')
  const { of, href, word } = useActivity()
  const at = useListParams()
  const query = useList(overview(given({ search: at.search, after: at.after })))
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.buyer'),
        meta: { width: '40%' },
        cell: (c) => (
          <RowLink
            to={
              mayHere(of, 'conduct')
                ? to(href('list'), { query: { buyer: c.row.original.id } })
                : null
            }
          >
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('open', { header: t('board.open'), meta: { numeric: true } }),
      column.accessor('critical', { header: t('board.critical'), meta: { numeric: true } }),
      column.accessor('overdue', { header: t('board.overdue'), meta: { numeric: true } }),
      column.accessor('jobs', { header: t('overview.jobs'), meta: { numeric: true } }),
    ],
    [t, of, href],
  )
  return (
    <Page title={word('name')} subtitle={t('overview.note')}>
      <div className="grid gap-5">
        {query.data ? (
          <Card title={t('overview.matrix')} className="max-w-3xl min-w-0">
            <Matrix cells={query.data.cells} caption={t('matrix.caption')} />
          </Card>
        ) : null}
        <section>
          <List
            at={at}
            query={query}
            columns={columns}
            caption={t('overview.buyers')}
            search={t('overview.search')}
            empty={{
              icon: <Building2Icon size={18} />,
              title: t('overview.empty'),
              body: t('overview.emptyBody'),
            }}
          />
        </section>
      </div>
    </Page>
  )
}
