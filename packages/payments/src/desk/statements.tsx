import { useQuery } from '@tanstack/react-query'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { LandmarkIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Money } from '../parts.tsx'
import { daysOf } from './parts.tsx'
import { accountsQuery, type Statement, statementsQuery } from './queries.ts'

const column = columnsFor<Statement>()
const linesOf = (id: string) => `/zabuni/payment_reconciliation?queue=lines&statement=${id}`

/** Statements of the platform's accounts that were imported, and what became of their lines. */
export default function Statements() {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const accounts = useQuery(accountsQuery)
  const keysOf = useMemo(
    () => (accounts.data?.items ?? []).map((a) => a.account_key),
    [accounts.data],
  )
  const query = useList(
    statementsQuery(
      given({
        account: at.many('account', keysOf),
        ...at.days('imported'),
        after: at.after,
      }),
    ),
  )
  const named = useMemo(
    () =>
      new Map(
        (accounts.data?.items ?? []).map((a) => [a.account_key, `${a.bank} ${a.account_number}`]),
      ),
    [accounts.data],
  )
  const columns = useMemo(
    () => [
      column.accessor('file_name', {
        header: t('desk.statements.file'),
        cell: ({ row: { original: s } }) => (
          <RowLink to={linesOf(s.id)} note={named.get(s.account) ?? s.account}>
            {s.file_name}
          </RowLink>
        ),
      }),
      column.accessor('first', {
        header: t('desk.statements.days'),
        cell: (c) => daysOf(c.row.original),
      }),
      column.accessor((s) => s.closing?.value, {
        id: 'closing',
        header: t('desk.statements.closing'),
        meta: { numeric: true },
        cell: ({ row: { original: s } }) => (
          <span className="grid justify-items-end gap-0.5">
            {s.closing ? <Money amount={s.closing} /> : '–'}
            {s.gap ? <Badge tone="warn">{t('desk.statements.gap')}</Badge> : null}
          </span>
        ),
      }),
      column.accessor('lines', {
        header: t('desk.statements.lines'),
        meta: { numeric: true },
        cell: ({ row: { original: s } }) => (
          <span className="grid justify-items-end">
            {s.lines}
            {s.known || s.refused ? (
              <span className="text-xs text-ink-2">
                {t('desk.statements.beside', { known: s.known, refused: s.refused })}
              </span>
            ) : null}
          </span>
        ),
      }),
      column.accessor('matched', {
        header: t('desk.statements.matched'),
        meta: { numeric: true },
      }),
      column.accessor('waiting', {
        header: t('desk.statements.waiting'),
        meta: { numeric: true },
        cell: (c) => (c.getValue() ? <Badge tone="warn">{c.getValue()}</Badge> : 0),
      }),
      column.accessor('importer', {
        header: t('desk.statements.importer'),
        cell: ({ row: { original: s } }) => (
          <span className="grid whitespace-normal">
            {s.importer}
            <span className="text-xs text-ink-2">{formatMoment(s.imported_at, ownZone())}</span>
          </span>
        ),
      }),
    ],
    [t, named],
  )
  const importing = mayI('MANAGE_PAYMENTS') ? (
    <LinkButton to="/zabuni/payment_statements/import" look="primary">
      {t('desk.statements.import')}
    </LinkButton>
  ) : null
  return (
    <Page
      title={t('desk.statements.title')}
      subtitle={t('desk.statements.note')}
      crumbs={[{ label: t('desk.queues.title'), to: '/zabuni/payment_reconciliation' }]}
      actions={importing}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('desk.statements.title')}
        filters={[
          {
            key: 'account',
            kind: 'many',
            label: t('desk.statements.account'),
            options: keysOf.map((value) => ({ value, label: named.get(value) ?? value })),
          },
          { key: 'imported', kind: 'days', label: t('desk.line.imported') },
        ]}
        empty={{
          icon: <LandmarkIcon size={18} />,
          title: t('desk.statements.empty'),
          body: t('desk.statements.emptyBody'),
          action: importing,
        }}
      />
    </Page>
  )
}
