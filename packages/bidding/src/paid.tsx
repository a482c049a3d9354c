import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'
import { ActButton } from '@zabuni/ui/act'
import { Card } from '@zabuni/ui/card'
import { useBegin } from './participate.tsx'
import { Deadline } from './parts.tsx'
import type { PaidRow } from './queries.ts'

/** What was paid for waits here until its bid is begun: nobody should have to look for it. */
export const PaidNotBegun = ({ rows }: { rows: readonly PaidRow[] }) => {
  const { t } = useTranslation('bidding')
  const words = useWords()
  const begin = useBegin()
  if (!rows.length) return null
  return (
    <Card title={t('paid.title')} flush>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row.category_id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3"
          >
            <span className="grid min-w-0 flex-1 basis-56 text-sm">
              <span className="font-medium break-words">{row.category_name}</span>
              <span className="text-xs text-ink-3">
                {row.reference} · {words(row.activity, 'name')} · {row.buyer_name}
              </span>
            </span>
            <span className="text-sm">
              <Deadline at={row.closes_at} zone={row.timezone} stacked />
            </span>
            <ActButton
              look="primary"
              className="max-sm:w-full"
              aria-label={`${t('instructions.begin')}: ${row.category_name}`}
              act={() => begin(row.activity, row.category_id)}
            >
              {t('instructions.begin')}
            </ActButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}
