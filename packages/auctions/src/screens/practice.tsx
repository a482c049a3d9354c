import { useQueryClient } from '@tanstack/react-query'
import { useActivity } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { refusalText } from '@zabuni/i18n/problem'
import { useAct } from '@zabuni/ui/act'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { Page } from '@zabuni/ui/page'
import { DumbbellIcon } from 'lucide-react'
import { Bidding } from '../bidding.tsx'
import { LoadRoom } from '../load-room.tsx'
import { PhaseBadge } from '../parts.tsx'
import { beginPractice, placePracticeBid, practice, type Room } from '../queries.ts'

const PracticePage = ({ found, lost }: { found: Room; lost: boolean }) => {
  const { t, i18n } = useTranslation('auctions')
  const { activity, word, href } = useActivity()
  const cache = useQueryClient()
  const { run, busy, banner } = useAct()
  const begin = async () => {
    await beginPractice(found.id)
    await cache.invalidateQueries({ queryKey: keys.category(found.id) })
  }
  const look = href('look', { companyId: found.buyer_id, categoryId: found.id })
  return (
    <Page
      title={t('practice.title', { title: found.title })}
      crumbs={[
        { label: word('list'), to: href('ordered') },
        { label: found.title, to: look },
      ]}
      status={found.joined ? <PhaseBadge phase={found.view.phase} /> : undefined}
      subtitle={found.reference}
      actions={
        found.joined && !found.refused ? (
          <Button busy={busy} onClick={() => void run(begin)}>
            {t('practice.again')}
          </Button>
        ) : null
      }
    >
      <div className="grid gap-4">
        {banner}
        <Banner tone="info">
          {t('practice.about')}
          {found.joined && !found.rules.start_price && !found.view.lines.length
            ? ` ${t('practice.first')}`
            : ''}
        </Banner>
        {found.joined ? (
          <Bidding
            // Each practice has a form of its own.
            key={found.rules.starts_at}
            found={found}
            lost={lost}
            place={placePracticeBid}
            nameOf={({ alias }) => (alias ? t('practice.robot', { number: alias }) : undefined)}
            over={t('practice.over')}
          />
        ) : (
          <Card flush>
            <EmptyState
              icon={<DumbbellIcon size={18} />}
              title={t('practice.outside')}
              body={
                found.refused
                  ? refusalText(found.refused, activity, i18n)
                  : t('practice.outsideBody')
              }
              action={
                found.refused ? null : (
                  <Button look="primary" busy={busy} onClick={() => void run(begin)}>
                    {t('practice.begin')}
                  </Button>
                )
              }
            />
          </Card>
        )}
      </div>
    </Page>
  )
}

/** A room against robots by the rules of an auction, before it begins. Nothing of it counts. */
export default function PracticeScreen() {
  const { t } = useTranslation('auctions')
  return (
    <LoadRoom title={t('practice.begin')} of={practice}>
      {(found, lost) => <PracticePage found={found} lost={lost} />}
    </LoadRoom>
  )
}
