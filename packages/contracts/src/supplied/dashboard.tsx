import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { Figures } from '@zabuni/ui/figures'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import type { ReactNode } from 'react'
import { LineLink } from '../line-link.tsx'
import { day, StatusBadge } from '../parts.tsx'
import { type SuppliedRow, suppliedDashboard } from './queries.ts'

const Lines = ({
  title,
  empty,
  rows,
  end,
}: {
  title: string
  empty: string
  rows: readonly SuppliedRow[]
  end: (row: SuppliedRow) => ReactNode
}) => {
  const { href } = useHere()
  return (
    <Card title={title} flush>
      {rows.length ? (
        <ul className="divide-y divide-line">
          {rows.map((r) => (
            <li
              key={r.id}
              className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-canvas"
            >
              <span className="grid min-w-0 wrap-anywhere">
                <LineLink to={href('contract', { contractId: r.id })}>{r.title}</LineLink>
                <span className="text-xs text-ink-3">{`${r.number} · ${r.buyer_name}`}</span>
              </span>
              <span className="tabular text-sm">{end(r)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-4 py-6 text-sm text-ink-2">{empty}</p>
      )}
    </Card>
  )
}

/** What a supplier's people see first of contracts: what waits for them, and what ends. */
export default function SuppliedDashboard() {
  const { t, i18n } = useTranslation('contracts')
  const { href } = useHere()
  const query = useQuery(suppliedDashboard)
  const number = new Intl.NumberFormat(i18n.language)
  const list = href('contracts')
  return (
    <Load query={query} title={t('supplied.board')}>
      {(board) => (
        <Page
          title={t('supplied.board')}
          subtitle={t('supplied.boardNote')}
          actions={
            <LinkButton to={list} look="primary">
              {t('dashboard.all')}
            </LinkButton>
          }
        >
          <div className="grid gap-4">
            <Figures
              label={t('dashboard.figures')}
              items={board.figures.map((f) => ({
                label: f.view ? t(`views.${f.view}`) : f.status ? t(`status.${f.status}`) : '',
                value: number.format(f.contracts) + (f.capped ? '+' : ''),
                to: to(list, { query: { view: f.view, status: f.status } }),
              }))}
            />
            <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
              <Lines
                title={t('supplied.answer')}
                empty={t('supplied.answerNone')}
                rows={board.answer}
                end={(r) => (
                  <span className="flex items-center gap-2">
                    <StatusBadge status={r.status} />
                    {formatMoment(r.sent_at, ownZone())}
                  </span>
                )}
              />
              <Lines
                title={t('dashboard.expiring')}
                empty={t('dashboard.expiringNone')}
                rows={board.ending}
                end={(r) => day(r.ends_on)}
              />
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
