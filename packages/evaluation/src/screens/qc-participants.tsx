import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card, Stats } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { type Head, PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { LockIcon } from 'lucide-react'
import { Checker, nameOf } from '../checks/checkers.tsx'
import { StateBadge } from '../checks/participants.tsx'
import { agreement, Sample } from '../checks/sample.tsx'
import { ChecksFrame } from '../frame.tsx'
import type { CheckedBid, Checks } from '../queries.ts'

const SHOWN = 12 // digits of a lot

const Lot = ({ bid }: { bid: CheckedBid }) => (
  <span title={bid.lot} className="font-mono text-xs">
    {bid.lot.slice(0, SHOWN)}…
  </span>
)

/** The bids in the order of their lots: the first ones are checked twice. */
const Drawn = ({ d }: { d: Checks }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { category_id: categoryId } = d
  const heads: Head[] = [
    { key: 'supplier', label: t('columns.supplier') },
    { key: 'lot', label: t('checks.lot') },
    { key: 'state', label: t('checks.state') },
    { key: 'first', label: t('checks.first') },
    { key: 'second', label: t('checks.second') },
    { key: 'open', label: <span>{t('bids.view')}</span>, quiet: true },
  ]
  const bids = d.bids.toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
  return (
    <Card title={t('checks.participants')} flush>
      <TableFrame caption={t('checks.participants')} heads={heads}>
        {bids.map((b) => {
          const goesOn = d.open && b.second.mine
          const may = d.my_interest === 'none' && (goesOn || b.second.finished_at !== undefined)
          return (
            <PlainRow
              key={b.submission_id}
              heads={heads}
              cells={[
                <span key="name" className="grid min-w-36 gap-0.5">
                  <span className="font-medium break-words">{b.supplier_name}</span>
                  <span className="text-xs text-ink-3">
                    {t('bids.position', { position: b.position })}
                  </span>
                </span>,
                <Lot key="lot" bid={b} />,
                b.drawn ? (
                  <StateBadge key="state" state={b.state} />
                ) : (
                  <Badge key="state">{t('checks.undrawn')}</Badge>
                ),
                nameOf(d, b.first.finished_by ?? b.first.checker_id) ?? '–',
                b.drawn ? <Checker key="second" d={d} bid={b} turn="second" /> : '–',
                may ? (
                  <LinkButton
                    key="open"
                    to={href('conductQC', { categoryId, participantId: b.submission_id })}
                    look={goesOn ? 'primary' : 'secondary'}
                    size="sm"
                  >
                    {t(goesOn ? 'checks.check' : 'checks.compare')}
                  </LinkButton>
                ) : null,
              ]}
            />
          )
        })}
      </TableFrame>
    </Card>
  )
}

/** Which bids are checked a second time, by whom, and how often both found the same. */
export default function QcParticipants() {
  const { t, i18n } = useTranslation('evaluation')
  const { href } = useHere()
  return (
    <ChecksFrame
      tab="qcParticipants"
      actions={(d) => (
        <LinkButton to={href('qcCategories', { jobId: d.job_id })}>
          {t('checks.allCategories')}
        </LinkButton>
      )}
    >
      {(d) => (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="grid min-w-0 gap-4">
            <Stats
              items={[
                { label: t('checks.sample.drawn'), value: d.tally.drawn },
                { label: t('checks.sample.controlled'), value: d.tally.controlled },
                { label: t('checks.sample.compared'), value: d.tally.compared },
                { label: t('checks.sample.agreed'), value: agreement(d.tally, i18n.language) },
              ]}
            />
            {d.my_interest || !d.bids.length ? null : (
              <Banner tone="info">{t('checks.declareFirst')}</Banner>
            )}
            {d.bids.length ? (
              <Drawn d={d} />
            ) : (
              <EmptyState
                icon={<LockIcon size={18} />}
                title={t('sealed.title')}
                body={t('checks.sealed')}
              />
            )}
          </div>
          <Sample d={d} brief />
        </div>
      )}
    </ChecksFrame>
  )
}
