import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { session } from '@zabuni/api/session'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatTime } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { Figures } from '@zabuni/ui/figures'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { LineLink } from '@zabuni/ui/text-link'
import type { ReactNode } from 'react'
import { Companies } from '../companies.tsx'
import { PaidNotBegun } from '../paid.tsx'
import { BidStanding, Deadline, Fee, isChanged, isReady, MiniProgress, Rows } from '../parts.tsx'
import { bidHref, lookHref } from '../paths.ts'
import { type BidRow, bidsQuery, openCategoriesQuery, unreadLetters } from '../queries.ts'

const WEEK = 7 * 86_400_000
const byDeadline = (a: BidRow, b: BidRow) => Date.parse(a.closes_at) - Date.parse(b.closes_at)

const line =
  'relative flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-0 hover:bg-canvas'
const when = 'text-sm sm:w-44 sm:text-right'

/** The bid whose deadline comes first, and what it needs now. */
const NextStep = ({ bid }: { bid: BidRow }) => {
  const { t } = useTranslation('bidding')
  const { hrefOf } = useHere()
  const ready = isReady(bid)
  const review = ready ? hrefOf(bid.activity, 'preview', { categoryId: bid.category_id }) : null
  const to = review ?? bidHref(hrefOf, bid.activity, bid.category_id)
  if (!to) return null
  return (
    <section
      aria-label={t('home.next')}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-lg border border-brand-line bg-brand-soft px-4 py-3.5"
    >
      <div className="grid min-w-0 gap-0.5">
        <p className="text-xs font-medium text-brand">{t('home.next')}</p>
        <p className="text-lg font-semibold break-words">{bid.category_name}</p>
        <p className="text-sm text-ink-2">
          {isChanged(bid)
            ? t('review.changed', { version: bid.version })
            : ready
              ? t('home.nextReady')
              : t('home.nextDraft', { percent: bid.percent })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <span className="text-sm">
          <Deadline at={bid.closes_at} zone={bid.timezone} stacked end />
        </span>
        <LinkButton to={to} look="primary">
          {review ? t('steps.review') : t('participate.continue')}
        </LinkButton>
      </div>
    </section>
  )
}

const MyBid = ({ bid }: { bid: BidRow }) => {
  const { hrefOf } = useHere()
  return (
    <li className={line}>
      <span className="grid min-w-0 flex-1 basis-56 text-sm">
        <LineLink to={bidHref(hrefOf, bid.activity, bid.category_id)}>{bid.category_name}</LineLink>
        <span className="text-xs text-ink-3">
          {bid.reference} · {bid.buyer_name}
        </span>
      </span>
      <span className="flex items-center gap-3">
        {bid.status === 'submitted' && !bid.changed ? null : <MiniProgress percent={bid.percent} />}
        <BidStanding bid={bid} />
      </span>
      <span className={when}>
        <Deadline at={bid.closes_at} zone={bid.timezone} stacked end />
      </span>
    </li>
  )
}

/** A supplier's day: what is due, what is begun, what is open. */
export default function Home({ company }: { company?: ReactNode }) {
  const { t } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { href, hrefOf } = useHere()
  const words = useWords()
  const mine = useQuery(bidsQuery('ongoing', { limit: 100 }))
  const open = useQuery(openCategoriesQuery({ limit: 12 }))
  const fitting = useQuery(openCategoriesQuery({ limit: 12, fitting: true }))
  const unread = useQuery(unreadLetters)
  const bids = [...(mine.data?.items ?? [])].sort(byDeadline)
  const active = bids.filter((b) => b.status !== 'withdrawn')
  const drafts = active.filter((b) => b.version === 0)
  const waiting = active.filter((b) => b.version === 0 || isChanged(b))
  const soon = active.filter((b) => Date.parse(b.closes_at) - serverNow() < WEEK)
  const known = mine.isSuccess
  // A company that has named no kind of supply, or the wrong ones, still sees what there is.
  const fits = (fitting.data?.items ?? []).filter((c) => !c.taking_part)
  const others = (open.data?.items ?? []).filter((c) => !c.taking_part)
  const shown = (fits.length ? fits : others).slice(0, 6)
  const figure = (n: number) => (known ? n : '–')
  return (
    <Page
      title={common('home.greeting', { name: session()?.first_name ?? '' })}
      actions={
        <LinkButton
          look={drafts.length || mine.data?.paid.length ? 'secondary' : 'primary'}
          to={href('openJobs')}
        >
          {t('bids.browse')}
        </LinkButton>
      }
    >
      <div className="grid gap-4">
        {waiting[0] ? <NextStep bid={waiting[0]} /> : null}
        <PaidNotBegun rows={mine.data?.paid ?? []} />
        <Figures
          label={common('nav.dashboard')}
          items={[
            {
              label: t('home.dueSoon'),
              value: figure(soon.length),
              note: t('home.dueSoonNote'),
              to: href('ongoingBids'),
            },
            {
              label: t('home.drafts'),
              value: figure(drafts.length),
              note: t('home.draftsNote'),
              to: href('ongoingBids'),
            },
            {
              label: t('home.submitted'),
              value: figure(active.length - drafts.length),
              note: t('home.submittedNote'),
              to: href('ongoingBids'),
            },
            {
              label: t('home.letters'),
              value: unread.data ?? '–',
              note: t('home.lettersNote'),
              to: '/supplier/dashbard/letters',
            },
            {
              label: t('home.open'),
              value: open.data ? `${open.data.total}${open.data.total_capped ? '+' : ''}` : '–',
              note: t('home.openNote', { time: formatTime(serverNow()) }),
              to: href('openJobs'),
            },
          ]}
        />
        <div className="grid items-start gap-4 xl:grid-cols-[1fr_320px]">
          <div className="grid min-w-0 gap-4">
            <Card
              title={t('home.deadlines')}
              flush
              actions={
                <>
                  <LinkButton look="ghost" size="sm" to={href('closedBids')}>
                    {t('home.closedBids')}
                  </LinkButton>
                  <LinkButton look="ghost" size="sm" to={href('ongoingBids')}>
                    {t('home.all')}
                  </LinkButton>
                </>
              }
            >
              <Rows
                pending={mine.isPending}
                error={mine.error}
                empty={
                  <>
                    <p className="font-medium text-ink">{t('bids.ongoing.emptyTitle')}</p>
                    <p>{t('bids.ongoing.emptyBody')}</p>
                  </>
                }
              >
                {active.slice(0, 8).map((bid) => (
                  <MyBid key={bid.id} bid={bid} />
                ))}
              </Rows>
            </Card>
            <Card
              title={fits.length ? t('home.fit') : t('home.anyOpen')}
              flush
              actions={
                <LinkButton
                  look="ghost"
                  size="sm"
                  to={to(href('openJobs'), { query: { fitting: fits.length ? '1' : undefined } })}
                >
                  {t('home.all')}
                </LinkButton>
              }
            >
              <Rows
                pending={open.isPending || fitting.isPending}
                error={open.error}
                empty={<p>{t('open.emptyTitle')}</p>}
              >
                {shown.map((c) => (
                  <li key={c.id} className={line}>
                    <span className="grid min-w-0 flex-1 basis-56 text-sm">
                      <LineLink to={lookHref(hrefOf, c.activity, c.buyer_id, c.id)}>
                        {c.name}
                      </LineLink>
                      <span className="text-xs text-ink-3">
                        {words(c.activity, 'name')} · {c.buyer_name}
                      </span>
                    </span>
                    <span className="text-sm text-ink-2">
                      <Fee amount={c.bid_fee} currency={c.currency} />
                    </span>
                    <span className={when}>
                      <Deadline at={c.closes_at} zone={c.timezone} stacked end />
                    </span>
                  </li>
                ))}
              </Rows>
            </Card>
          </div>
          <div className="grid gap-4">
            {company}
            <Companies />
            <Card title={t('pointers.title')}>
              <ul className="grid gap-3 text-sm">
                {(['early', 'offline', 'receipt'] as const).map((key) => (
                  <li key={key} className="grid gap-0.5">
                    <p className="font-medium">{t(`pointers.${key}.title`)}</p>
                    <p className="text-ink-2">{t(`pointers.${key}.body`)}</p>
                  </li>
                ))}
              </ul>
            </Card>
          </div>
        </div>
      </div>
    </Page>
  )
}
