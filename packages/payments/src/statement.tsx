import { saveFile } from '@zabuni/api/download'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { ActButton } from '@zabuni/ui/act'
import { Stats } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { DownloadIcon, ReceiptTextIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Money } from './parts.tsx'
import { type Moved, statementFile, statementQuery } from './queries.ts'

const columns = columnsFor<Moved>()

/** What came from my company and went back, with what is held after each. */
export default function Statement() {
  const { t, i18n } = useTranslation('payments')
  const at = useListParams()
  const asked = given({ ...at.days('at'), search: at.search })
  const list = useList(statementQuery(given({ ...asked, after: at.after })))
  const shown = useMemo(
    () => [
      columns.accessor('at', {
        header: t('list.at'),
        cell: (c) => formatMoment(c.getValue(), ownZone()),
      }),
      columns.accessor('number', {
        header: t('list.number'),
        cell: ({ row: { original: m } }) => (
          <span className="grid gap-0.5">
            <span className="font-medium">{m.number}</span>
            <span title={m.purpose} className="block max-w-56 truncate text-xs text-ink-2">
              {m.purpose}
            </span>
          </span>
        ),
      }),
      columns.accessor('kind', {
        header: t('statement.kind'),
        cell: (c) => <span className="whitespace-normal">{t(`statement.of.${c.getValue()}`)}</span>,
      }),
      columns.accessor('provider', {
        header: t('list.mode'),
        cell: ({ row: { original: m } }) => (
          <span className="grid gap-0.5">
            <span>{t(`mode.${m.provider}`)}</span>
            {m.reference ? <span className="text-xs text-ink-2">{m.reference}</span> : null}
          </span>
        ),
      }),
      columns.accessor((m) => m.amount.value, {
        id: 'amount',
        header: t('list.amount'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.amount} />,
      }),
      columns.accessor((m) => m.balance.value, {
        id: 'balance',
        header: t('statement.balance'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.balance} />,
      }),
    ],
    [t],
  )
  const cash = (value: string, currency: string) => formatMoney(value, currency, i18n.language)
  return (
    <Page
      title={t('statement.title')}
      subtitle={t('statement.note')}
      crumbs={[{ label: t('list.title'), to: '/supplier/mypayments' }]}
      actions={(['xlsx', 'pdf'] as const).map((format) => (
        <ActButton
          key={format}
          icon={<DownloadIcon aria-hidden="true" size={15} />}
          act={async () =>
            saveFile(
              await statementFile({ ...asked, format, language: languageOf(i18n.language) }),
              `statement.${format}`,
            )
          }
        >
          {t(`statement.${format}`)}
        </ActButton>
      ))}
    >
      <div className="grid gap-4">
        {list.data?.sums.length ? (
          <Stats
            items={list.data.sums.flatMap((s) => [
              {
                label: `${t('statement.opening')} (${s.currency})`,
                value: cash(s.opening, s.currency),
              },
              { label: `${t('statement.came')} (${s.currency})`, value: cash(s.came, s.currency) },
              { label: `${t('statement.went')} (${s.currency})`, value: cash(s.went, s.currency) },
              {
                label: `${t('statement.closing')} (${s.currency})`,
                value: cash(s.closing, s.currency),
              },
            ])}
          />
        ) : null}
        <List
          at={at}
          query={list}
          columns={shown}
          rowId={(m) => `${m.order_id} ${m.at}`}
          caption={t('statement.title')}
          search={t('statement.search')}
          filters={[{ key: 'at', kind: 'days', label: t('list.at') }]}
          empty={{
            icon: <ReceiptTextIcon size={18} />,
            title: t('statement.empty'),
            body: t('statement.emptyBody'),
          }}
        />
      </div>
    </Page>
  )
}
