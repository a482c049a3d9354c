import { useActivity } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { DoorOpenIcon } from 'lucide-react'
import { Bidding } from '../bidding.tsx'
import { LoadRoom } from '../load-room.tsx'
import { PhaseBadge } from '../parts.tsx'
import type { Room } from '../queries.ts'

const RoomPage = ({ found, lost }: { found: Room; lost: boolean }) => {
  const { t } = useTranslation('auctions')
  const { word, href } = useActivity()
  const { categoryId } = useActivity().ids
  const look = href('look', { companyId: found.buyer_id, categoryId })
  return (
    <Page
      title={found.title}
      crumbs={[
        { label: word('list'), to: href('ordered') },
        { label: found.title, to: look },
      ]}
      status={<PhaseBadge phase={found.view.phase} />}
      subtitle={
        found.alias
          ? `${found.reference} · ${t('room.alias', { alias: found.alias })}`
          : found.reference
      }
    >
      {found.joined ? (
        <Bidding found={found} lost={lost} />
      ) : (
        <Card flush>
          <EmptyState
            icon={<DoorOpenIcon size={18} />}
            title={t('room.outside')}
            body={t('room.outsideBody')}
            action={
              <LinkButton to={look} look="primary">
                {t('room.toLook')}
              </LinkButton>
            }
          />
        </Card>
      )}
    </Page>
  )
}

/** The room of an auction for one bidder: what the rules let it see, and where it bids. */
export default function RoomScreen() {
  const { t } = useTranslation('auctions')
  return (
    <LoadRoom title={t('bid.title')}>
      {(found, lost) => <RoomPage found={found} lost={lost} />}
    </LoadRoom>
  )
}
