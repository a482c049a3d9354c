import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { UsersIcon } from 'lucide-react'
import type { Asked } from './conduct.tsx'
import { isOpen, useMoney } from './parts.tsx'
import type { Auction, Participant } from './queries.ts'

const standing = (p: Participant) => {
  if (p.blocked) return ['bad', 'blocked'] as const
  if (p.joined_at) return ['ok', 'joined'] as const
  if (p.passed === false) return ['bad', 'failed'] as const
  if (p.passed) return ['info', 'passed'] as const
  return p.viewed_at ? (['neutral', 'viewed'] as const) : (['neutral', 'invited'] as const)
}

/** Who may come or has come, and where each stands. */
export const Participants = ({
  found,
  ask,
  enter,
}: {
  found: Auction
  ask: ((asked: Asked) => void) | undefined
  /** Bids for one of them from a paper. */
  enter: ((of: Participant) => void) | undefined
}) => {
  const { t, i18n } = useTranslation('auctions')
  const money = useMoney(found.currency)
  const settled = found.view.phase === 'draft' || found.view.phase === 'cancelled'
  const heads = [
    { key: 'name', label: t('people.name') },
    { key: 'status', label: t('people.status') },
    { key: 'rank', label: t('people.rank'), numeric: true },
    { key: 'best', label: t('people.best'), numeric: true },
    { key: 'bids', label: t('list.bids'), numeric: true },
    ...(ask ? [{ key: 'acts', label: t('people.acts'), quiet: true }] : []),
  ]
  const rows = [...found.participants].sort((a, b) => (a.rank || 1e9) - (b.rank || 1e9))
  return (
    <Card flush title={t('people.title')}>
      {rows.length ? (
        <TableFrame caption={t('people.title')} heads={heads}>
          {rows.map((p) => {
            const [tone, word] = standing(p)
            const about = [
              countryName(p.country, i18n.language),
              ...(p.alias ? [t('lines.alias', { alias: p.alias })] : []),
              ...(p.joined_at ? [formatMoment(p.joined_at, found.timezone)] : []),
            ]
            const act = p.blocked ? 'unblock' : 'block'
            return (
              <PlainRow
                key={p.supplier_id}
                heads={heads}
                cells={[
                  <span key="name" className="grid">
                    <span className="font-medium">{p.name}</span>
                    <span className="text-xs text-ink-3">{about.join(' · ')}</span>
                  </span>,
                  <Badge key="status" tone={tone}>
                    {t(`people.is.${word}`)}
                  </Badge>,
                  p.rank || '–',
                  p.best ? money(p.best) : '–',
                  p.bids,
                  <span key="act" className="flex flex-wrap justify-end gap-2">
                    {enter && !p.blocked && p.passed !== false && isOpen(found.view.phase) ? (
                      <Button size="sm" onClick={() => enter(p)}>
                        {t('paper.action')}
                      </Button>
                    ) : null}
                    {ask && p.joined_at && !settled ? (
                      <Button size="sm" onClick={() => ask({ act, supplier_id: p.supplier_id })}>
                        {t(`conduct.${act}.action`)}
                      </Button>
                    ) : null}
                  </span>,
                ]}
              />
            )
          })}
        </TableFrame>
      ) : (
        <EmptyState
          icon={<UsersIcon size={18} />}
          title={t('people.emptyTitle')}
          body={t('people.emptyBody')}
        />
      )}
    </Card>
  )
}
