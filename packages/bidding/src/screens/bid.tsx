import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { OfRecord } from '@zabuni/activities/ui/record'
import { ApiError } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDecimal } from '@zabuni/i18n/format'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { PageSkeleton } from '@zabuni/ui/skeleton'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AddendaNote } from '../addenda.tsx'
import { DeadlineCheck } from '../deadline-check.tsx'
import { EarlierNote } from '../earlier.tsx'
import { ExcelCard } from '../excel-card.tsx'
import { NotStarted } from '../not-started.tsx'
import { BidStanding, Deadline } from '../parts.tsx'
import { PriceGrid } from '../price-grid.tsx'
import { PriceQuestionCard } from '../price-question.tsx'
import { type Bid, bidQuery } from '../queries.ts'
import { Rail } from '../rail.tsx'
import { ResultCard } from '../result-card.tsx'
import { ReviewStep } from '../review-step.tsx'
import { RoundNote } from '../round-note.tsx'
import { SaveState } from '../save-state.tsx'
import { SectionStep } from '../section-step.tsx'
import { type Step, useSteps } from '../steps.ts'
import { type Outcome, useSubmit } from '../submit.ts'
import { useBidWork, useWork, WorkProvider } from '../use-draft.ts'

const STICKY =
  'sticky bottom-0 z-10 -mx-4 mt-6 -mb-16 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6'

/** The sheet of prices, on screen or by workbook. */
const FinancialStep = () => {
  const { t } = useTranslation('bidding')
  const { slot, href } = useHere()
  const { bid } = useBidWork()
  const advanced = href('advanced', { categoryId: bid.category_id })
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="step-title" tabIndex={-1} className="text-lg font-semibold outline-none">
            {t('steps.financial')}
          </h2>
          <p className="max-w-prose text-sm text-ink-2">
            {t('items.note', { currency: bid.currency })}
          </p>
        </div>
        {slot !== 'advanced' && bid.lines.length ? (
          <LinkButton to={advanced}>{t('excel.use')}</LinkButton>
        ) : null}
      </div>
      {bid.lines.length ? (
        <>
          {slot === 'advanced' ? <ExcelCard /> : null}
          <PriceGrid />
        </>
      ) : (
        <Banner tone="info">{t('items.none')}</Banner>
      )}
    </div>
  )
}

/** So many lines are named: who made more of them worse looks at all. */
const NAMED = 8

/** The lines whose price became worse in a round, each with the last price that it is measured by. */
const worseLines = (outcome: Outcome, language: string): string[] => {
  const error = outcome.kind === 'refused' ? outcome.error : undefined
  if (!(error instanceof ApiError) || error.problem?.code !== 'bidding.worse') return []
  return (error.problem.errors ?? []).slice(0, NAMED).map(({ code, params }) => {
    const last = short(String(params?.last ?? ''))
    const places = Math.max(2, (last.split('.')[1] ?? '').length)
    return faultText({ code, params: { ...params, last: formatDecimal(last, language, places) } })
  })
}

const Notice = ({ outcome }: { outcome: Outcome }) => {
  const { t, i18n } = useTranslation('bidding')
  const box = useRef<HTMLDivElement>(null)
  const lines = worseLines(outcome, i18n.language)
  const text =
    outcome.kind === 'refused'
      ? problemText(outcome.error)
      : outcome.kind === 'unknown' || outcome.kind === 'unsaved'
        ? t(`submit.${outcome.kind}`)
        : outcome.kind === 'moving' || outcome.kind === 'untaken'
          ? t(`submit.${outcome.kind}`, {
              count: outcome.files.length,
              files: new Intl.ListFormat(i18n.language).format(outcome.files),
            })
          : undefined
  useEffect(() => {
    if (text) box.current?.focus()
  }, [text])
  return text ? (
    <div className="mb-4">
      <Banner ref={box} tone={outcome.kind === 'refused' ? 'bad' : 'warn'}>
        {text}
        {lines.length ? (
          <ul className="mt-1 grid gap-0.5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
      </Banner>
    </div>
  ) : null
}

/** Moves to what the address names, so that a link to something missing ends in its field. */
const useArrivalAt = (step: Step | undefined) => {
  const { hash } = useLocation()
  const key = step?.key
  const first = useRef(true)
  useEffect(() => {
    void key
    const target = hash ? document.getElementById(hash.slice(1)) : null
    if (target) {
      target.scrollIntoView({ block: 'center' })
      target
        .querySelector<HTMLElement>('input:not([disabled]),textarea,select,button')
        ?.focus({ preventScroll: true })
    } else if (!first.current) {
      document.getElementById('step-title')?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    }
    first.current = false
  }, [hash, key])
}

const Wizard = () => {
  const { t } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { href } = useHere()
  const navigate = useNavigate()
  const work = useBidWork()
  const { bid, gaps, open, draft } = work
  const { steps, at } = useSteps(work)
  const { outcome, submit } = useSubmit()
  const step = steps[at]
  const previous = steps[at - 1]
  const next = steps[at + 1]
  useArrivalAt(step)
  const instructions = href('instructions', { categoryId: bid.category_id })
  const unread = bid.addenda > bid.addenda_read
  const set = bid.status === 'needs_confirmation' // a submission that an addendum has set aside
  const idle = bid.receipts.length > 0 && !bid.changed && !set && draft.outbox.pending().size === 0
  const kind = step?.kind === 'review' && steps.length === 1 ? 'none' : step?.kind
  return (
    <Page
      crumbs={[
        { label: t('bids.ongoing.title'), to: href('ordered') ?? href('ongoingBids') },
        { label: t('instructions.title'), to: instructions },
      ]}
      title={bid.category_name}
      status={
        <BidStanding
          bid={{ ...bid, version: bid.receipts[0]?.version ?? 0, percent: work.percent }}
        />
      }
      subtitle={`${bid.reference} · ${bid.buyer_name}`}
      actions={
        <div className="text-sm">
          <Deadline at={bid.closes_at} zone={bid.timezone} stacked end />
        </div>
      }
    >
      {bid.status === 'withdrawn' ? (
        <div className="mb-4">
          <Banner tone="warn">{t('withdraw.already')}</Banner>
        </div>
      ) : open ? null : (
        <div className="mb-4">
          <Banner tone="warn">{t('closed')}</Banner>
        </div>
      )}
      <ResultCard bid={bid} />
      <PriceQuestionCard bid={bid} />
      <RoundNote bid={bid} />
      <AddendaNote bid={bid} />
      <EarlierNote />
      <Notice outcome={outcome} />
      <DeadlineCheck />
      <div className="grid min-h-[calc(100dvh-15.25rem)] grid-cols-[minmax(0,1fr)] content-start gap-x-8 gap-y-4 lg:grid-cols-[240px_minmax(0,1fr)]">
        <Rail steps={steps} at={at} />
        <div className="min-w-0">
          {kind === 'none' ? (
            <Banner tone="info">{t('question.noSections')}</Banner>
          ) : kind === 'section' && step?.section ? (
            <SectionStep key={step.key} section={step.section} />
          ) : kind === 'financial' ? (
            <FinancialStep />
          ) : (
            <ReviewStep steps={steps} outcome={outcome} />
          )}
        </div>
      </div>
      <footer className={STICKY}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="max-sm:basis-full sm:order-2 sm:mx-auto">
            <SaveState />
          </div>
          {previous ? <LinkButton to={previous.to}>{common('actions.previous')}</LinkButton> : null}
          {next ? (
            <LinkButton to={next.to} look="primary" className="ml-auto sm:order-3 sm:ml-0">
              {common('actions.next')}
            </LinkButton>
          ) : open && kind !== 'none' ? (
            <Button
              look="primary"
              className="ml-auto sm:order-3 sm:ml-0"
              busy={outcome.kind === 'sending'}
              disabled={gaps.length > 0 || idle || unread}
              onClick={() => {
                const review = steps.at(-1)
                if (review && review.key !== step?.key) void navigate(review.to)
                void submit()
              }}
            >
              {bid.receipts.length
                ? t('submit.again', { version: (bid.receipts[0]?.version ?? 0) + 1 })
                : t('submit.action')}
            </Button>
          ) : null}
        </div>
      </footer>
    </Page>
  )
}

const Working = ({ bid }: { bid: Bid }) => {
  const work = useWork(bid)
  return (
    <WorkProvider value={work}>
      <Wizard />
    </WorkProvider>
  )
}

/** A bid: its questions, its prices, its review. Which of them, the path says. */
export default function BidScreen() {
  const { t } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { categoryId } = useHere().ids
  const { data, error, isPending, refetch } = useQuery(bidQuery(categoryId))
  if (data) return <OfRecord record={data}>{() => <Working key={data.id} bid={data} />}</OfRecord>
  if (isPending) return <PageSkeleton />
  if (!error) return <NotStarted categoryId={categoryId} />
  return (
    <Page title={t('bids.ongoing.title')}>
      <div className="grid justify-items-start gap-3">
        <Banner tone="bad">{problemText(error)}</Banner>
        <Button onClick={() => void refetch()}>{common('actions.retry')}</Button>
      </div>
    </Page>
  )
}
