import { useQuery } from '@tanstack/react-query'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { TextLink } from '@zabuni/ui/text-link'
import { FolderArchiveIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Certificate, Destruction } from '../disposal.tsx'
import { KeptFacts } from '../parts.tsx'
import { type Hold, type Job, job, startBundle } from '../queries.ts'
import { useWay } from '../way.ts'

const Holds = ({ holds, zone }: { holds: readonly Hold[]; zone: string }) => {
  const { t } = useTranslation('archive')
  return (
    <Card title={t('job.holds')}>
      {holds.length ? (
        <ul className="grid gap-3 text-sm">
          {holds.map((h) => (
            <li key={h.id} className="grid gap-0.5 border-l-2 border-line pl-3">
              <span className="font-medium break-words">{h.reason}</span>
              <span className="text-xs text-ink-2">
                {t('job.placed', { name: h.placed_by, date: formatMoment(h.placed_at, zone) })}
              </span>
              {h.released_at ? (
                <span className="text-xs break-words text-ink-2">
                  {t('job.released', {
                    name: h.released_by,
                    date: formatMoment(h.released_at, zone),
                    reason: h.released_for,
                  })}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-2">{t('job.noHolds')}</p>
      )}
    </Card>
  )
}

// All that is kept, as one file that is checked without the platform.
const Bundle = ({ of: j }: { of: Job }) => {
  const { t } = useTranslation('archive')
  const { desk, at } = useHere()
  const navigate = useNavigate()
  const may = desk === 'operator' || mayI('ACCESS_SUPPLIER_FILES')
  const make = async () => {
    const to = at(`/tasks/${(await startBundle(j.id)).task_id}`)
    if (to) void navigate(to)
  }
  if (j.destruction)
    return (
      <Card title={t('disposal.title')}>
        <div className="grid justify-items-start gap-3 text-sm">
          <p className="text-ink-2">
            {t(
              j.destruction === 'disposed'
                ? 'disposal.after.disposed'
                : 'disposal.after.destroying',
            )}
          </p>
          {j.destruction === 'disposed' && may ? <Certificate of={j} /> : null}
        </div>
      </Card>
    )
  return (
    <Card title={t('bundle.title')}>
      <div className="grid justify-items-start gap-3 text-sm">
        <p className="text-ink-2">{may ? t('bundle.note') : t('bundle.noRight')}</p>
        {may ? (
          <ActButton act={make} icon={<FolderArchiveIcon aria-hidden="true" size={15} />}>
            {t('bundle.make')}
          </ActButton>
        ) : null}
      </div>
    </Card>
  )
}

/** An archived job with its categories. */
export default function ArchivedJobScreen() {
  const { t } = useTranslation('archive')
  const { desk, href, ids } = useHere()
  const words = useWords()
  const { toJobs } = useWay()
  const query = useQuery(job(ids.jobId, ids.activity))
  const heads = [
    { key: 'name', label: t('columns.category') },
    { key: 'status', label: t('columns.status') },
    { key: 'bids', label: t('columns.bids'), numeric: true },
    { key: 'winners', label: t('columns.winners') },
    { key: 'closes', label: t('columns.closes') },
  ]
  return (
    <Load query={query} title={t('title')}>
      {(j) => (
        <Page
          title={j.title}
          subtitle={`${j.reference} · ${words(j.activity, 'name')} · ${j.buyer}`}
          crumbs={toJobs(j)}
        >
          <div className="grid gap-4">
            <KeptFacts of={j} />
            <Card title={t('job.categories')} flush>
              {j.categories.length ? (
                <TableFrame caption={t('job.categories')} heads={heads}>
                  {j.categories.map((c) => {
                    const to = href('archiveCategory', {
                      jobId: j.id,
                      activity: j.activity,
                      categoryId: c.id,
                    })
                    return (
                      <PlainRow
                        key={c.id}
                        heads={heads}
                        cells={[
                          <span key="n" className="grid">
                            {to ? <TextLink to={to}>{c.name}</TextLink> : c.name}
                            <span className="text-xs text-ink-3">{c.reference}</span>
                          </span>,
                          <CategoryBadge key="s" status={c.status} activity={j.activity} />,
                          c.bids,
                          <span key="w" className="break-words">
                            {c.winners || '–'}
                          </span>,
                          <span key="c" className="tabular">
                            {formatDay(c.closes_at, j.timezone)}
                          </span>,
                        ]}
                      />
                    )
                  })}
                </TableFrame>
              ) : (
                <p className="px-4 py-6 text-sm text-ink-2">{t('job.none')}</p>
              )}
            </Card>
            {desk === 'operator' && j.destruction ? null : <Bundle of={j} />}
            {desk === 'operator' ? <Holds holds={j.holds} zone={j.timezone} /> : null}
            {desk === 'operator' ? <Destruction jobId={j.id} /> : null}
          </div>
        </Page>
      )}
    </Load>
  )
}
