import type { Schemas } from '@zabuni/api/supplier'
import { serverNow, serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { problemText, refusalText } from '@zabuni/i18n/problem'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { cx } from '@zabuni/ui/cx'
import { Countdown } from '@zabuni/ui/progress'
import { TextLink } from '@zabuni/ui/text-link'
import type { ReactNode } from 'react'

/** The mark of what must be answered, for the eye and for the ear. */
export const Must = () => {
  const { t } = useTranslation('bidding')
  return (
    <span className="text-bad">
      {' '}
      <span aria-hidden="true">*</span>
      <span className="sr-only">{t('question.must')}</span>
    </span>
  )
}

/** A category by its name, with the way to it, and what tells it apart. */
export const CategoryName = ({
  to,
  name,
  about,
  children,
}: {
  to: string | null
  name: string
  about: readonly string[]
  /** Marks behind the name. */
  children?: ReactNode
}) => (
  <TwoLines
    first={
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <TextLink to={to} link="after:absolute after:inset-0 hover:text-brand">
          {name}
        </TextLink>
        {children}
      </span>
    }
    second={about.join(' · ')}
  />
)

/** What keeps my company out of a category; that it is not paid yet is no such thing. */
export const whyNot = (c: { activity: string; refused?: string | undefined }): string | null =>
  !c.refused || c.refused === 'entry.not_paid' ? null : refusalText(c.refused, c.activity)

/** The same, below a category's name. */
export const WhyNot = ({ category }: { category: Parameters<typeof whyNot>[0] }) => {
  const text = whyNot(category)
  return text ? <span className="basis-full text-xs text-bad">{text}</span> : null
}

/** The time left by the server's clock, then the closing time with its zone. */
export const Deadline = ({
  at,
  zone,
  stacked = false,
  end = false,
}: {
  at: string
  zone: string
  stacked?: boolean
  /** At the right edge of its line, where there is room for it. */
  end?: boolean
}) => (
  <span
    className={cx(
      'inline-flex gap-x-2',
      stacked ? 'flex-col' : 'flex-wrap items-baseline',
      end && 'sm:items-end',
    )}
  >
    <span className="whitespace-nowrap">
      <Countdown until={at} offset={serverOffset()} />
    </span>
    <span className={stacked ? 'text-xs text-ink-3' : 'whitespace-nowrap text-ink-2'}>
      {formatMoment(at, zone)}
    </span>
  </span>
)

type BidStatus = Schemas['Bid']['status']
const STATUS_TONES: Record<BidStatus, Tone> = {
  paid: 'neutral',
  draft: 'info',
  submitted: 'ok',
  withdrawn: 'warn',
  needs_confirmation: 'warn',
  opened: 'info',
  responsive: 'info',
  non_responsive: 'bad',
  qualified: 'ok',
  ranked: 'info',
  winner: 'ok',
  regret: 'neutral',
}

/** Where a bid stands. */
export const BidBadge = ({ status }: { status: BidStatus }) => {
  const { t } = useTranslation('bidding')
  return <Badge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>
}

type Standing = {
  status: BidStatus
  version: number
  percent: number
  changed: boolean
  category_status: Schemas['Bid']['category_status']
}

/** What was submitted is not what stands there now, and can still be sent again. */
export const isChanged = (bid: Standing): boolean =>
  bid.status === 'submitted' && bid.changed && bid.category_status === 'open'

/** All that must be there is there; what is left is to submit. */
export const isReady = (bid: Standing): boolean =>
  bid.percent === 100 && ((bid.status === 'draft' && bid.version === 0) || isChanged(bid))

/** Where a bid stands: one that waits to be submitted, or submitted again, says so. */
export const BidStanding = ({ bid }: { bid: Standing }) => {
  const { t } = useTranslation('bidding')
  if (isChanged(bid))
    return <Badge tone="warn">{t('status.changed', { version: bid.version })}</Badge>
  return isReady(bid) ? (
    <Badge tone="warn">{t('status.ready')}</Badge>
  ) : (
    <BidBadge status={bid.status} />
  )
}

const LIFE = {
  draft: 'announced',
  hidden: 'announced',
  not_approved: 'announced',
  approved: 'announced',
  open: 'open',
  closed: 'closed',
  opening: 'evaluation',
  technical_evaluation: 'evaluation',
  financial_opened: 'evaluation',
  evaluated: 'evaluation',
  recommended: 'evaluation',
  notified: 'notified',
  awarded: 'awarded',
  complete: 'awarded',
  unsuccessful: 'unsuccessful',
  cancelled: 'cancelled',
  withdrawn: 'cancelled',
} as const satisfies Record<Schemas['Bid']['category_status'], string>
type Life = (typeof LIFE)[keyof typeof LIFE]
const LIFE_TONES: Record<Life, Tone> = {
  announced: 'neutral',
  unsuccessful: 'warn',
  open: 'ok',
  closed: 'neutral',
  evaluation: 'info',
  notified: 'info',
  awarded: 'ok',
  cancelled: 'warn',
}
/** Where a category stands, in a bidder's words; one whose time is over is closed whatever the server still does. */
export const CategoryBadge = ({
  status,
  closesAt,
}: {
  status: Schemas['Bid']['category_status']
  closesAt: string
}) => {
  const { t } = useTranslation('bidding')
  const over = status === 'open' && Date.parse(closesAt) <= serverNow()
  const life = over ? 'closed' : LIFE[status]
  return <Badge tone={LIFE_TONES[life]}>{t(`life.${life}`)}</Badge>
}

/** A fee, or that there is none. */
export const Fee = ({ amount, currency }: { amount: string; currency: string }) => {
  const { t, i18n } = useTranslation('bidding')
  return isFree(amount) ? (
    <span>{t('fee.none')}</span>
  ) : (
    <span className="tabular whitespace-nowrap">
      {formatMoney(amount, currency, i18n.language)}
    </span>
  )
}
/** Whether nothing is to be paid. */
export const isFree = (amount: string): boolean => !/[1-9]/.test(amount)

/** The closing time as the first thing to read on a page of facts. */
export const ClosesIn = ({ at, zone }: { at: string; zone: string }) => {
  const { t } = useTranslation('bidding')
  return (
    <div className="grid gap-0.5 border-b border-line pb-4">
      <p className="text-xs text-ink-3">{t('open.closes')}</p>
      <p className="text-lg font-semibold">
        <Countdown until={at} offset={serverOffset()} />
      </p>
      <p className="text-xs text-ink-2">{formatMoment(at, zone)}</p>
    </div>
  )
}

/** A title with a quieter line below it, as the first cell of a row. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="grid min-w-0 py-1 whitespace-normal">
    <span className="font-medium">{first}</span>
    <span className="text-xs text-ink-3">{second}</span>
  </span>
)

/** A bar and its figure, small enough for a cell. */
export const MiniProgress = ({ percent }: { percent: number }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-line">
      <span className="block h-full rounded-full bg-brand" style={{ width: `${percent}%` }} />
    </span>
    <span className="tabular text-xs text-ink-2">{percent}%</span>
  </span>
)

/** The text of an author, its line ends kept. */
export const Prose = ({ text }: { text: string }) => (
  <p className="max-w-prose break-words whitespace-pre-line">{text}</p>
)

/** Lines of a card: on their way, failed, none, or there. */
export const Rows = ({
  pending,
  error,
  empty,
  children,
}: {
  pending: boolean
  error: unknown
  empty: ReactNode
  children: ReactNode[]
}) =>
  pending ? (
    <div className="grid gap-3 p-4">
      {[1, 2, 3].map((n) => (
        <div key={n} className="skeleton h-9" />
      ))}
    </div>
  ) : error ? (
    <p role="alert" className="p-4 text-sm text-bad">
      {problemText(error)}
    </p>
  ) : children.length ? (
    <ul>{children}</ul>
  ) : (
    <div className="p-4 text-sm text-ink-2">{empty}</div>
  )

/** How much an answer may earn; nothing where none is scored. */
export const Points = ({ most }: { most: string | undefined }) => {
  const { t } = useTranslation('activities')
  return most ? (
    <span className="ml-2 text-xs font-normal whitespace-nowrap text-ink-2">
      {t('compared.points', { count: Number(most) })}
    </span>
  ) : null
}
