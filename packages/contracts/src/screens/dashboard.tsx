import { useQuery } from '@tanstack/react-query'
import { type Address, to } from '@zabuni/activities/address'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { type FigureItem, Figures } from '@zabuni/ui/figures'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { type Head, PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import type { ReactNode } from 'react'
import { LineLink } from '../line-link.tsx'
import { day, StatusBadge, useContracts } from '../parts.tsx'
import { type Dashboard as Board, dashboard } from '../queries.ts'

const Line = ({
  at,
  title,
  note,
  end,
}: {
  at: Address | null
  title: string
  note: string
  end: ReactNode
}) => (
  <li className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-canvas">
    <span className="grid min-w-0 wrap-anywhere">
      <LineLink to={at}>{title}</LineLink>
      <span className="text-xs text-ink-3">{note}</span>
    </span>
    <span className="tabular text-sm">{end}</span>
  </li>
)

const Lines = ({
  title,
  empty,
  children,
}: {
  title: string
  empty: string
  children: ReactNode[]
}) => (
  <Card title={title} flush>
    {children.length ? (
      <ul className="divide-y divide-line">{children}</ul>
    ) : (
      <p className="px-4 py-6 text-sm text-ink-2">{empty}</p>
    )}
  </Card>
)

const Statuses = ({ board }: { board: Board }) => {
  const { t, i18n } = useTranslation('contracts')
  const { list } = useContracts()
  const heads: readonly Head[] = [
    { key: 'status', label: t('columns.status') },
    { key: 'count', label: t('dashboard.count'), numeric: true },
    { key: 'value', label: t('columns.value'), numeric: true },
  ]
  return (
    <Card title={t('dashboard.statuses')} flush>
      <TableFrame caption={t('dashboard.statuses')} heads={heads}>
        {board.statuses.map((row) => (
          <PlainRow
            key={row.status + row.currency}
            className="hover:bg-canvas"
            heads={heads}
            cells={[
              <LineLink key="status" to={to(list(), { query: { status: row.status } })}>
                <StatusBadge status={row.status} />
              </LineLink>,
              row.contracts,
              formatMoney(row.value, row.currency, i18n.language),
            ]}
          />
        ))}
      </TableFrame>
      {board.statuses.length ? null : (
        <p className="px-4 py-6 text-sm text-ink-2">{t('dashboard.none')}</p>
      )}
    </Card>
  )
}

/** Each figure opens the list that it counts. */
const useFigures = (board: Board): FigureItem[] => {
  const { t, i18n } = useTranslation('contracts')
  const { list, waiting } = useContracts()
  const number = new Intl.NumberFormat(i18n.language)
  return board.figures.map((f) => ({
    label: f.view ? t(`views.${f.view}`) : f.status ? t(`status.${f.status}`) : '',
    value: number.format(f.contracts) + (f.capped ? '+' : ''),
    to:
      f.view === 'approval' ? waiting() : to(list(), { query: { view: f.view, status: f.status } }),
  }))
}

const Strip = ({ board }: { board: Board }) => {
  const { t } = useTranslation('contracts')
  return <Figures label={t('dashboard.figures')} items={useFigures(board)} />
}

/** Where the people of contract management begin the day. */
export default function Dashboard() {
  const { t, i18n } = useTranslation('contracts')
  const { list, one, waitingOne } = useContracts()
  const query = useQuery(dashboard)
  return (
    <Load query={query} title={t('dashboard.title')}>
      {(board) => (
        <Page
          title={t('dashboard.title')}
          subtitle={t('dashboard.note')}
          actions={
            <LinkButton to={list()} look="primary">
              {t('dashboard.all')}
            </LinkButton>
          }
        >
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:items-start">
            <div className="lg:col-span-2">
              <Strip board={board} />
            </div>
            <Lines title={t('views.approval')} empty={t('list.approvalEmpty')}>
              {board.approval.map((c) => (
                <Line
                  key={c.id}
                  at={waitingOne(c.id)}
                  title={c.title}
                  note={`${c.number} · ${c.supplier_name}`}
                  end={formatMoney(c.value, c.currency, i18n.language)}
                />
              ))}
            </Lines>
            <Lines title={t('dashboard.waiting')} empty={t('dashboard.waitingNone')}>
              {board.waiting.map((c) => (
                <Line
                  key={c.id}
                  at={one(c.id)}
                  title={c.title}
                  note={`${c.number} · ${c.supplier_name}`}
                  end={formatMoment(c.no_signature_before, c.timezone)}
                />
              ))}
            </Lines>
            <Lines title={t('dashboard.expiring')} empty={t('dashboard.expiringNone')}>
              {board.expiring.map((c) => (
                <Line
                  key={c.id}
                  at={one(c.id)}
                  title={c.title}
                  note={`${c.number} · ${c.supplier_name}`}
                  end={day(c.ends_on)}
                />
              ))}
            </Lines>
            <Statuses board={board} />
          </div>
        </Page>
      )}
    </Load>
  )
}
