import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { TextLink } from '@zabuni/ui/text-link'
import type { ReactNode } from 'react'
import type { Bid, CategoryPreview } from './queries.ts'

const Note = ({ lines, children }: { lines: readonly string[]; children?: ReactNode }) => (
  <div className="mb-4">
    <Banner tone="info">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {children}
    </Banner>
  </div>
)

/** Of a bid in a negotiation: which round it is, which bid it improves, and until when. */
export const RoundNote = ({ bid }: { bid: Bid }) => {
  const { t, i18n } = useTranslation('bidding')
  const { round } = bid
  if (!round) return null
  const { number, reference, last_total, best_and_final } = round
  const at = formatMoment(bid.closes_at, bid.timezone)
  const amount = last_total ? formatMoney(last_total, bid.currency, i18n.language) : ''
  return (
    <Note
      lines={[
        t('round.of', { number, reference, at }),
        ...(amount ? [t('round.last', { amount })] : []),
        ...(best_and_final ? [t('round.final')] : []),
      ]}
    />
  )
}

/** The same of a category that is a round, before one bids in it. */
export const RoundLook = ({ preview }: { preview: CategoryPreview }) => {
  const { t } = useTranslation('bidding')
  if (!preview.round) return null
  const at = formatMoment(preview.closes_at, preview.timezone)
  return (
    <Note
      lines={[
        t('round.look', { number: preview.round, at }),
        ...(preview.best_and_final ? [t('round.final')] : []),
      ]}
    />
  )
}

/** Of a category that takes applications window after window: which window it is, and whether another follows. */
export const WindowLook = ({ preview }: { preview: CategoryPreview }) => {
  const { t } = useTranslation('bidding')
  const { href } = useHere()
  const { intake, timezone } = preview
  if (!intake) return null
  const moment = (at: string) => formatMoment(at, timezone)
  const { open } = intake
  return (
    <Note
      lines={[
        t(`window.of.${intake.every}`, { number: intake.window, at: moment(preview.closes_at) }),
        ...(open
          ? []
          : [intake.last ? t('window.last') : t('window.until', { at: moment(intake.until) })]),
      ]}
    >
      {open ? (
        <p>
          <TextLink
            link="text-brand hover:underline"
            to={href('category', { categoryId: open.category_id })}
          >
            {t('window.open', { number: open.window })}
          </TextLink>
        </p>
      ) : null}
    </Note>
  )
}
