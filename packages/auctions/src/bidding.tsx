import { useActivity } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { refusalText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Card, Stats } from '@zabuni/ui/card'
import { BidForm } from './bid-form.tsx'
import { Lines } from './lines.tsx'
import { isOpen, TimeLeft, TimeSaid, useMoney } from './parts.tsx'
import { type Line, ownPaper, type Place, type Room } from './queries.ts'
import { bestOf, RulesCard } from './rules.tsx'

// The one figure that the rules let a bidder see first.
const useFigures = (found: Room) => {
  const { t } = useTranslation('auctions')
  const money = useMoney(found.currency)
  const { view } = found
  return [
    ...(view.best ? [{ label: t('console.best'), value: money(view.best) }] : []),
    ...(view.rank ? [{ label: t('room.rank'), value: view.rank }] : []),
    {
      label: t('room.own'),
      value: view.own ? money(view.own) : '–',
      note: view.leads ? t('room.leads') : undefined,
    },
    ...(view.reserve_met === undefined
      ? []
      : [{ label: t('room.reserve'), value: t(view.reserve_met ? 'room.met' : 'room.notMet') }]),
    ...(found.reserve ? [{ label: t('room.reserve'), value: money(found.reserve) }] : []),
    ...(view.bidders === undefined ? [] : [{ label: t('console.joined'), value: view.bidders }]),
  ]
}

/** A room for one bidder: what the rules let it see, and where it bids. */
export const Bidding = ({
  found,
  lost,
  place,
  nameOf,
  over,
}: {
  found: Room
  lost: boolean
  /** How one bids here, where that is not the real room. */
  place?: Place
  nameOf?: (line: Line) => string | undefined
  /** What stands in the place of the form once it is over. */
  over?: string
}) => {
  const { t, i18n } = useTranslation('auctions')
  const { activity } = useActivity()
  const { view } = found
  const upcoming = view.phase === 'upcoming'
  return (
    <div className="grid gap-4">
      {lost ? <Banner tone="bad">{t('room.lost')}</Banner> : null}
      {found.refused ? (
        <Banner tone="bad">{refusalText(found.refused, activity, i18n)}</Banner>
      ) : null}
      <Stats
        items={[
          {
            label: upcoming ? t('room.startsIn') : t('room.endsIn'),
            value: (
              <TimeLeft phase={view.phase} startsAt={found.rules.starts_at} endsAt={view.ends_at} />
            ),
            note: formatMoment(upcoming ? found.rules.starts_at : view.ends_at, found.timezone),
          },
          ...useFigures(found),
        ]}
      />
      <p className="sr-only" aria-live="polite">
        {view.rank ? t('room.spoken', { rank: view.rank }) : ''}
      </p>
      {isOpen(view.phase) && !lost ? <TimeSaid until={view.ends_at} /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <Card title={t('bid.title')}>
          {view.phase === 'closed' || view.phase === 'cancelled' ? (
            <p className="text-sm">{over ?? t(`room.over.${view.phase}`)}</p>
          ) : (
            <BidForm found={found} lost={lost} place={place} />
          )}
        </Card>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Lines
            lines={view.lines}
            currency={found.currency}
            zone={found.timezone}
            {...(nameOf ? { nameOf } : {})}
            scan={(paper) => ownPaper(found.id, paper)}
          />
        </div>
        <RulesCard
          rules={found.rules}
          best={bestOf(found.best_price)}
          currency={found.currency}
          zone={found.timezone}
        />
      </div>
    </div>
  )
}
