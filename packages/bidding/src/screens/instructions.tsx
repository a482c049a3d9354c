import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { OfRecord } from '@zabuni/activities/ui/record'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { PageSkeleton } from '@zabuni/ui/skeleton'
import { CheckIcon } from 'lucide-react'
import { NotStarted } from '../not-started.tsx'
import { BidBadge, ClosesIn, Prose } from '../parts.tsx'
import { bidHref } from '../paths.ts'
import { type Bid, bidQuery } from '../queries.ts'
import { RoundNote } from '../round-note.tsx'

const Read = ({ bid }: { bid: Bid }) => {
  const { t } = useTranslation('bidding')
  const { href, hrefOf } = useHere()
  const to = bidHref(hrefOf, bid.activity, bid.category_id)
  const documents = bid.sections
    .flatMap((s) => s.questions)
    .filter((q) => q.response_type === 'file_upload')
  return (
    <Page
      crumbs={[{ label: t('bids.ongoing.title'), to: href('ordered') ?? href('ongoingBids') }]}
      title={bid.category_name}
      status={<BidBadge status={bid.status} />}
      subtitle={`${bid.reference} · ${bid.buyer_name}`}
      actions={
        to ? (
          <LinkButton look="primary" to={to}>
            {!bid.open
              ? t('participate.view')
              : bid.last_saved_at
                ? t('participate.continue')
                : t('instructions.begin')}
          </LinkButton>
        ) : null
      }
    >
      {bid.open || bid.status === 'withdrawn' ? null : (
        <div className="mb-4">
          <Banner tone="warn">{t('closed')}</Banner>
        </div>
      )}
      <RoundNote bid={bid} />
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_340px]">
        <div className="grid min-w-0 gap-4">
          <Card title={t('instructions.title')}>
            {bid.instructions ? (
              <Prose text={bid.instructions} />
            ) : (
              <p className="text-ink-2">{t('instructions.none')}</p>
            )}
          </Card>
          {documents.length ? (
            <Card title={t('instructions.prepare')}>
              <ul className="grid gap-2 text-sm">
                {documents.map((q) => (
                  <li key={q.id} className="flex items-start gap-2">
                    <span
                      aria-hidden="true"
                      className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong text-brand"
                    >
                      {q.files.length ? <CheckIcon size={11} strokeWidth={3} /> : null}
                    </span>
                    <span>
                      {q.prompt}
                      <span className="text-ink-3">
                        {' · '}
                        {q.files.length
                          ? t('review.files', { count: q.files.length })
                          : q.must_answer
                            ? t('question.must')
                            : t('review.optional')}
                      </span>
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
          <Card title={t('instructions.how')}>
            <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
              <li>{t('instructions.saved')}</li>
              <li>{t('instructions.sealed')}</li>
              <li>{t('instructions.amend')}</li>
              <li>{t('instructions.late')}</li>
            </ol>
          </Card>
        </div>
        <Card>
          <ClosesIn at={bid.closes_at} zone={bid.timezone} />
          <div className="pt-4">
            <Facts
              items={[
                { label: t('facts.opened'), value: formatMoment(bid.opens_at, bid.timezone) },
                { label: t('facts.currency'), value: bid.currency },
                { label: t('facts.sections'), value: bid.sections.length },
                { label: t('facts.items'), value: bid.lines.length },
                { label: t('bids.progress'), value: `${bid.progress.percent}%` },
              ]}
            />
          </div>
        </Card>
      </div>
    </Page>
  )
}

/** What the buyer says before one begins. */
export default function Instructions() {
  const { t } = useTranslation('bidding')
  const { categoryId } = useHere().ids
  const { data: bid, error, isPending } = useQuery(bidQuery(categoryId))
  if (isPending) return <PageSkeleton />
  if (error)
    return (
      <Page title={t('instructions.title')}>
        <Banner tone="bad">{problemText(error)}</Banner>
      </Page>
    )
  if (!bid) return <NotStarted categoryId={categoryId} />
  return <OfRecord record={bid}>{() => <Read bid={bid} />}</OfRecord>
}
