import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { useActivity } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Stats } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { FileTextIcon } from 'lucide-react'
import { useState } from 'react'
import { type Asked, ConductDialog, HostActs, VoidButton } from '../conduct.tsx'
import { Lines } from '../lines.tsx'
import { LoadAuction } from '../load-room.tsx'
import { Participants } from '../participants.tsx'
import { PhaseBadge, TimeLeft, useMoney } from '../parts.tsx'
import { type Auction, type Line, category as ofAuction } from '../queries.ts'
import { bestOf, RulesCard } from '../rules.tsx'

const Console = ({ found }: { found: Auction }) => {
  const { t } = useTranslation('auctions')
  const { activity, word, href } = useActivity()
  const cache = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const money = useMoney(found.currency)
  const { view, participants } = found
  const names = new Map(participants.map((p) => [p.supplier_id, p.name]))
  const may = mayHere(activity, 'host')
  const bids = view.lines.filter((l) => l.kind === 'bid' || l.kind === 'bid_surrogate').length
  const leader = participants.find((p) => p.rank === 1)
  const nameOf = (line: Line) => (line.supplier_id ? names.get(line.supplier_id) : undefined)
  const category = useQuery(ofAuction(found.id))
  const details = href('categoryDetails', { jobId: found.job_id, categoryId: found.id })
  const reports =
    view.phase !== 'draft' && mayHere(activity, 'report')
      ? href('reports', { categoryId: found.id })
      : null
  return (
    <Page
      title={found.name}
      crumbs={[
        { label: word('list'), to: href('list') },
        { label: found.name, to: details },
      ]}
      status={<PhaseBadge phase={view.phase} />}
      subtitle={`${found.reference} · ${t('console.title')}`}
      actions={
        <>
          <LinkButton to={reports} icon={<FileTextIcon aria-hidden="true" size={15} />}>
            {t('console.reports')}
          </LinkButton>
          {may ? <HostActs view={view} ask={setAsked} /> : null}
          {view.phase === 'closed' && category.data?.policy.steps.includes('criteria') ? (
            <LinkButton
              to={href('evaluationInstructions', { categoryId: found.id })}
              look="primary"
            >
              {t('console.toResult')}
            </LinkButton>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4">
        <Stats
          items={[
            {
              label: t('console.best'),
              value: view.best ? money(view.best) : '–',
              note: leader?.name,
            },
            {
              label: view.phase === 'upcoming' ? t('room.startsIn') : t('room.endsIn'),
              value: (
                <TimeLeft
                  phase={view.phase}
                  startsAt={found.rules.starts_at}
                  endsAt={view.ends_at}
                />
              ),
              note: formatMoment(
                view.phase === 'upcoming' ? found.rules.starts_at : view.ends_at,
                found.timezone,
              ),
            },
            { label: t('list.bids'), value: bids },
            { label: t('console.joined'), value: view.bidders ?? 0 },
            { label: t('console.extensions'), value: view.extensions },
          ]}
        />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 gap-4">
            <Participants found={found} ask={may ? setAsked : undefined} />
            <RulesCard
              rules={found.rules}
              best={bestOf(found.best_price)}
              currency={found.currency}
              zone={found.timezone}
            />
          </div>
          <Lines
            lines={view.lines}
            currency={found.currency}
            zone={found.timezone}
            nameOf={nameOf}
            act={(line) =>
              may ? <VoidButton line={line} phase={view.phase} ask={setAsked} /> : null
            }
          />
        </div>
      </div>
      <ConductDialog
        found={found}
        asked={asked}
        names={names}
        onClose={() => setAsked(undefined)}
        onDone={() => cache.invalidateQueries({ queryKey: keys.sourcing })}
      />
    </Page>
  )
}

/** The room of an auction for who conducts it: who leads, who takes part, what happened, and what the host may do. */
export default function ConsoleScreen() {
  const { t } = useTranslation('auctions')
  return (
    <LoadAuction title={t('console.title')}>{(found) => <Console found={found} />}</LoadAuction>
  )
}
