import { useHere } from '@zabuni/activities/ui/here'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDeadline } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { Countdown } from '@zabuni/ui/progress'
import { LineLink } from '@zabuni/ui/text-link'

type Row = {
  id: string
  name: string
  reference: string
  buyer_name: string
  participants: number
  closes_at: string
  timezone: string
}

/** What closes next, with the time that is left; the operator's people also read whose it is. */
export const ClosingNext = ({ rows }: { rows: readonly Row[] }) => {
  const { t } = useTranslation('live')
  const { desk, href } = useHere()
  return (
    <Card title={t('home.closing')} flush>
      {rows.length ? (
        <ul className="divide-y divide-line">
          {rows.map((c) => (
            <li
              key={c.id}
              className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-canvas"
            >
              <span className="grid min-w-0 flex-1 basis-60">
                <LineLink to={href('participants', { categoryId: c.id })}>{c.name}</LineLink>
                <span className="text-xs break-words text-ink-3">
                  {[
                    ...(desk === 'operator' ? [c.buyer_name] : []),
                    c.reference,
                    t('columns.participantsCount', { count: c.participants }),
                  ].join(' · ')}
                </span>
              </span>
              <span className="grid text-sm sm:justify-items-end">
                <Countdown until={c.closes_at} offset={serverOffset()} />
                <span className="text-xs text-ink-3">
                  {formatDeadline(c.closes_at, c.timezone)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-4 py-6 text-sm text-ink-2">{t('home.closingNone')}</p>
      )}
    </Card>
  )
}
