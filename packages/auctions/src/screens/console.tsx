import { useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { useActivity } from '@zabuni/activities/ui/here'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { Stats } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { DownloadIcon, FileTextIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Asked, ConductDialog, HostActs, VoidButton } from '../conduct.tsx'
import { Lines } from '../lines.tsx'
import { LoadAuction } from '../load-room.tsx'
import { Participants } from '../participants.tsx'
import { PhaseBadge, TimeLeft, useMoney } from '../parts.tsx'
import { type Auction, type Line, logOf, type Participant, paperOf } from '../queries.ts'
import { bestOf, RulesCard } from '../rules.tsx'

// Seldom wanted, and then by a click.
const PaperBid = lazy(() => import('../paper-bid.tsx'))

const Console = ({ found }: { found: Auction }) => {
  const { t } = useTranslation('auctions')
  const { activity, word, href } = useActivity()
  const cache = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const [onPaper, setOnPaper] = useState<Participant>()
  const refresh = () => cache.invalidateQueries({ queryKey: keys.sourcing })
  const money = useMoney(found.currency)
  const { view, participants } = found
  const names = new Map(participants.map((p) => [p.supplier_id, p.name]))
  const may = mayHere(activity, 'host')
  const bids = view.lines.filter((l) => l.kind === 'bid' || l.kind === 'bid_surrogate').length
  const leader = participants.find((p) => p.rank === 1)
  const nameOf = (line: Line) => (line.supplier_id ? names.get(line.supplier_id) : undefined)
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
          {may && view.phase === 'closed' ? (
            <ActButton
              icon={<DownloadIcon aria-hidden="true" size={15} />}
              act={async () => saveFile(await logOf(found.id), 'auction-log.jsonl')}
            >
              {t('console.log')}
            </ActButton>
          ) : null}
          {may ? <HostActs view={view} ask={setAsked} /> : null}
          {view.phase === 'closed' ? (
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
            ...(found.reserve
              ? [
                  {
                    label: t('room.reserve'),
                    value: money(found.reserve),
                    note:
                      view.reserve_met === undefined
                        ? undefined
                        : t(view.reserve_met ? 'room.met' : 'room.notMet'),
                  },
                ]
              : []),
            { label: t('list.bids'), value: bids },
            { label: t('console.joined'), value: view.bidders ?? 0 },
            { label: t('console.extensions'), value: view.extensions },
          ]}
        />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0">
            <Participants
              found={found}
              ask={may ? setAsked : undefined}
              enter={may ? setOnPaper : undefined}
            />
          </div>
          <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Lines
              lines={view.lines}
              currency={found.currency}
              zone={found.timezone}
              nameOf={nameOf}
              scan={may ? (paper) => paperOf(found.id, paper) : undefined}
              act={(line) =>
                may ? <VoidButton line={line} phase={view.phase} ask={setAsked} /> : null
              }
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
      <ConductDialog
        found={found}
        asked={asked}
        names={names}
        onClose={() => setAsked(undefined)}
        onDone={refresh}
      />
      {onPaper ? (
        <Suspense fallback={null}>
          <PaperBid
            key={onPaper.supplier_id}
            found={found}
            of={onPaper}
            onClose={() => setOnPaper(undefined)}
            onDone={refresh}
          />
        </Suspense>
      ) : null}
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
