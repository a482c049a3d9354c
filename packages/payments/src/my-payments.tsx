import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { can } from '@zabuni/routing/guard'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips } from '@zabuni/ui/filters'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { ReceiptTextIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Money, OrderState } from './parts.tsx'
import { type OrderStatus, type Payment, paymentsQuery } from './queries.ts'

const filterable = [
  'completed',
  'processing',
  'failed',
  'expired',
  'cancelled',
  'created',
] as const satisfies readonly OrderStatus[]
const isStatus = (value: string | null): value is (typeof filterable)[number] =>
  filterable.some((s) => s === value)

const columns = columnsFor<Payment>()

/** What was paid, how, and what for. */
export default function MyPayments() {
  const { t, i18n } = useTranslation('payments')
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const came: { deeper?: boolean } | null = useLocation().state
  const raw = params.get('status')
  const status = isStatus(raw) ? raw : ''
  const after = params.get('after') ?? ''
  const list = useQuery({
    ...paymentsQuery({ status, after }),
    placeholderData: keepPreviousData,
  })
  const mayPay = can(session(), 'MAKE_PAYMENTS')
  const shown = useMemo(
    () => [
      columns.accessor('number', {
        header: t('list.number'),
        cell: (c) => <span className="font-medium">{c.getValue()}</span>,
      }),
      columns.accessor('provider', {
        header: t('list.mode'),
        cell: (c) => {
          const provider = c.getValue()
          return provider ? t(`mode.${provider}`) : '–'
        },
      }),
      columns.accessor('reference', {
        header: t('list.reference'),
        cell: (c) => c.getValue() || '–',
      }),
      columns.accessor('amount', {
        header: t('list.amount'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.getValue()} />,
      }),
      columns.accessor('purpose', {
        header: t('list.purpose'),
        cell: (c) => (
          <span title={c.getValue()} className="block max-w-72 truncate max-sm:whitespace-normal">
            {c.getValue()}
          </span>
        ),
      }),
      columns.accessor('status', {
        header: t('list.status'),
        cell: (c) => (
          <OrderState
            shown={c.row.original.shown}
            status={c.getValue()}
            inReview={c.row.original.in_review}
          />
        ),
      }),
      columns.accessor('created_at', {
        header: t('list.at'),
        cell: (c) => formatDateTime(c.row.original.paid_at ?? c.getValue()),
      }),
      columns.display({
        id: 'go-on',
        header: () => <span className="sr-only">{t('list.goOn')}</span>,
        cell: (c) =>
          mayPay && goesOn(c.row.original) ? (
            <LinkButton size="sm" to={`/supplier/payment/mpesa?order=${c.row.original.id}`}>
              {t('list.goOn')}
            </LinkButton>
          ) : null,
      }),
    ],
    [t, mayPay],
  )
  const filtered = !!status
  return (
    <Page title={t('list.title')} subtitle={t('list.note')}>
      <div className="mb-3">
        <FilterChips
          filters={[
            {
              key: 'status',
              label: t('list.status'),
              value: status,
              options: filterable.map((value) => ({ value, label: t(`order.${value}`) })),
            },
          ]}
          onChange={(_, value) => setParams(value ? { status: value } : {})}
        />
      </div>
      <DataTable
        caption={t('list.title')}
        columns={shown}
        rows={list.data?.items ?? []}
        rowId={(row) => row.id}
        loading={list.isPending}
        refetching={list.isPlaceholderData}
        failure={list.isError ? problemText(list.error, i18n) : undefined}
        onRetry={() => void list.refetch()}
        onClearFilters={filtered ? () => setParams({}) : undefined}
        empty={
          <EmptyState
            icon={<ReceiptTextIcon size={18} />}
            title={t('list.empty')}
            body={t('list.emptyBody')}
            action={<LinkButton to="/supplier/dashboard/cart">{t('pay.toCart')}</LinkButton>}
          />
        }
        paging={{
          onPrevious: after
            ? () => (came?.deeper ? void navigate(-1) : setParams(status ? { status } : {}))
            : undefined,
          onNext: list.data?.next
            ? () =>
                setParams(
                  { ...(status ? { status } : {}), after: list.data?.next ?? '' },
                  { state: { deeper: true } },
                )
            : undefined,
        }}
      />
    </Page>
  )
}

/** Whether there is something left to do on the payment's screen. */
const goesOn = (p: Payment) =>
  !p.in_review &&
  p.amount.currency === 'KES' &&
  ['created', 'pending', 'processing', 'failed', 'expired'].includes(p.status)
