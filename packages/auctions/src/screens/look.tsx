import { useQueryClient } from '@tanstack/react-query'
import { useActivity } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { refusalText } from '@zabuni/i18n/problem'
import { mayI } from '@zabuni/routing/may'
import { useAct } from '@zabuni/ui/act'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Stats } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { useNavigate } from 'react-router'
import { ItemsCard } from '../items.tsx'
import { LoadRoom } from '../load-room.tsx'
import { PhaseBadge, TimeLeft } from '../parts.tsx'
import { join, type Room } from '../queries.ts'
import { bestOf, RulesCard } from '../rules.tsx'

const Look = ({ found }: { found: Room }) => {
  const { t, i18n } = useTranslation('auctions')
  const { activity, word, href } = useActivity()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { run, busy, banner } = useAct()
  const { view } = found
  const over = view.phase === 'closed' || view.phase === 'cancelled'
  const of = { categoryId: found.id }
  const there = href('room', of)
  const enter = async () => {
    await join(found.id)
    await cache.invalidateQueries({ queryKey: keys.category(found.id) })
    if (there) void navigate(there)
  }
  return (
    <Page
      title={found.title}
      crumbs={[{ label: word('list'), to: href('ordered') }]}
      status={<PhaseBadge phase={view.phase} />}
      subtitle={found.reference}
      actions={
        <>
          {found.asks ? <LinkButton to={href('bid', of)}>{t('look.technical')}</LinkButton> : null}
          {view.phase === 'upcoming' && mayI('SUBMIT_BID') ? (
            <LinkButton to={href('practice', of)}>{t('look.practise')}</LinkButton>
          ) : null}
          {found.joined ? (
            <LinkButton to={there} look="primary">
              {t('look.toRoom')}
            </LinkButton>
          ) : over || found.refused || !mayI('SUBMIT_BID') ? null : (
            <Button look="primary" busy={busy} onClick={() => void run(enter)}>
              {t('look.enter')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {banner}
        {found.refused && !over ? (
          <Banner tone="warn">{refusalText(found.refused, activity, i18n)}</Banner>
        ) : null}
        <Stats
          items={[
            {
              label: view.phase === 'upcoming' ? t('room.startsIn') : t('room.endsIn'),
              value: (
                <TimeLeft
                  phase={view.phase}
                  startsAt={found.rules.starts_at}
                  endsAt={view.ends_at}
                />
              ),
            },
            { label: t('list.starts'), value: formatMoment(found.rules.starts_at, found.timezone) },
            { label: t('list.ends'), value: formatMoment(view.ends_at, found.timezone) },
          ]}
        />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <RulesCard
            rules={found.rules}
            best={bestOf(found.best_price)}
            currency={found.currency}
            zone={found.timezone}
          />
          <ItemsCard categoryId={found.id} />
        </div>
      </div>
    </Page>
  )
}

/** An auction before one takes part in it: what it is of, by which rules, and the way into its room. */
export default function LookScreen() {
  const { t } = useTranslation('auctions')
  return <LoadRoom title={t('rule.title')}>{(found) => <Look found={found} />}</LoadRoom>
}
