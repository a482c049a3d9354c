import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { FileSignatureIcon } from 'lucide-react'
import { useMemo } from 'react'
import { StatusBadge } from '../parts.tsx'
import { type ToSign, toSign } from './queries.ts'

const column = columnsFor<ToSign>()

/** What is next for a contract among those to be signed. */
const Next = ({ of }: { of: ToSign }) => {
  const { t } = useTranslation('contracts')
  if (of.mine) return <Badge tone="warn">{t('signing.yours')}</Badge>
  if (of.scanned) return <Badge tone="warn">{t('signing.scanWaits')}</Badge>
  if (of.status === 'signing')
    return of.outcome === 'signed'
      ? t('signing.allSigned')
      : t('signing.progress', { done: of.signatures, all: of.signers })
  return of.status === 'sent' ? t('signing.notAsked') : t('signing.notSent')
}

/** Contracts that are signed or wait for it: who has signed, and whose signature is next. */
export default function ContractsToSign() {
  const { t } = useTranslation('contracts')
  const { href, hrefOf } = useHere()
  const at = useListParams()
  const query = useList(toSign(given({ search: at.search, after: at.after })))
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.title'),
        meta: { width: '28%' },
        cell: (c) => (
          <RowLink to={hrefOf('edit', 'contract', { contractId: c.row.original.id })}>
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('number', {
        header: t('columns.number'),
        cell: (c) => <span className="tabular text-ink-2">{c.getValue()}</span>,
      }),
      column.accessor('supplier_name', {
        header: t('columns.supplier'),
        cell: (c) => (
          <span title={c.getValue()} className="block max-w-40 truncate cards:whitespace-normal">
            {c.getValue()}
          </span>
        ),
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <StatusBadge status={c.getValue()} />,
      }),
      column.accessor('mine', {
        id: 'next',
        header: t('signing.next'),
        cell: (c) => <Next of={c.row.original} />,
      }),
      column.accessor('expires_at', {
        header: t('signing.until'),
        cell: (c) => {
          const until = c.getValue()
          return (
            <span className="tabular">
              {until && c.row.original.status === 'signing' ? formatMoment(until, ownZone()) : '–'}
            </span>
          )
        },
      }),
      column.accessor('id', {
        id: 'paper',
        header: t('signing.onPaper'),
        meta: { held: true },
        cell: (c) => {
          const { id, status, scanned, title } = c.row.original
          const may = mayI('MANAGE_CONTRACT') && (status !== 'signing' || scanned)
          const to = href('signedUpload', { contractId: id })
          return may && to ? (
            <TextLink to={to} look="relative z-1 underline underline-offset-2">
              {scanned ? t('signing.confirmShort') : t('signing.upload')}
              <span className="sr-only"> {title}</span>
            </TextLink>
          ) : (
            '–'
          )
        },
      }),
    ],
    [t, href, hrefOf],
  )
  return (
    <Page title={t('signing.list')} subtitle={t('signing.listNote')}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('signing.list')}
        search={t('list.search')}
        empty={{
          icon: <FileSignatureIcon size={18} />,
          title: t('signing.listEmpty'),
          body: t('signing.listEmptyBody'),
        }}
      />
    </Page>
  )
}
