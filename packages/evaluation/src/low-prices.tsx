import { useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { keys } from '@zabuni/api/keys'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDecimal, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { ReasonDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { askPrice, type Desk, decidePrice, type OpenedBid } from './queries.ts'

type Query = NonNullable<OpenedBid['price_query']>

const DAYS = 3

/** A question that stands, and what can be done about it. */
const standingOf = (query: Query | undefined, now: number) => {
  if (!query) return 'unasked'
  if (query.outcome) return query.outcome
  if (query.answered_at) return 'answered'
  return Date.parse(query.due_at) > now ? 'waits' : 'overdue'
}

const TONES = {
  unasked: 'warn',
  waits: 'info',
  overdue: 'warn',
  answered: 'info',
  accepted: 'ok',
  rejected: 'bad',
} as const

const AskForm = ({ bid, d, onClose }: { bid: OpenedBid; d: Desk; onClose: () => void }) => {
  const { t } = useTranslation(['evaluation', 'common'])
  const client = useQueryClient()
  const form = useProblemForm({
    defaultValues: {
      question: t('low.questionText'),
      due_at: toWall(new Date(serverNow() + DAYS * 86_400_000).toISOString(), d.timezone),
    },
    submit: async ({ question, due_at }) => {
      await askPrice(bid.submission_id, { question, due_at: fromWall(due_at, d.timezone) ?? '' })
      await client.invalidateQueries({ queryKey: keys.category(d.category_id) })
      toast('ok', t('low.asked', { name: bid.supplier_name }))
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <TextareaField
        required
        rows={5}
        maxLength={2000}
        label={t('low.question')}
        hint={t('low.questionHint')}
        {...form.field('question')}
      />
      <Bound form={form} name="due_at">
        {(control) => (
          <DateTimeField
            label={t('low.due', { zone: d.timezone })}
            hint={t('low.dueHint')}
            {...control}
          />
        )}
      </Bound>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('low.ask')}
        </Button>
      </div>
    </form>
  )
}

const Said = ({ by, children }: { by: string; children: string }) => (
  <div className="border-l-2 border-line pl-3">
    <p className="text-xs text-ink-3">{by}</p>
    <p className="max-w-prose text-sm break-words whitespace-pre-line">{children}</p>
  </div>
)

/** What was asked, answered and decided, in its order. */
const Talk = ({ query, zone }: { query: Query; zone: string }) => {
  const { t } = useTranslation('evaluation')
  const at = (moment: string) => formatMoment(moment, zone)
  return (
    <div className="grid gap-2">
      <Said by={t('low.askedOn', { name: query.asked_by, at: at(query.asked_at) })}>
        {query.question}
      </Said>
      {query.answered_at ? (
        <Said by={t('low.answeredOn', { at: at(query.answered_at) })}>{query.answer}</Said>
      ) : null}
      {query.decided_at ? (
        <Said by={t('low.decidedOn', { name: query.decided_by, at: at(query.decided_at) })}>
          {query.reason}
        </Said>
      ) : null}
    </div>
  )
}

type Decision = { bid: OpenedBid; outcome: 'accepted' | 'rejected' }

const Row = ({
  bid,
  d,
  may,
  ask,
  decide,
}: {
  bid: OpenedBid
  d: Desk
  may: boolean
  ask: (bid: OpenedBid) => void
  decide: (decision: Decision) => void
}) => {
  const { t, i18n } = useTranslation('evaluation')
  const query = bid.price_query
  const standing = standingOf(query, serverNow())
  const money = (amount: string) => formatMoney(amount, bid.currency ?? d.currency, i18n.language)
  return (
    <li className="grid gap-3 px-4 py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 justify-items-start gap-1">
          <span className="font-medium break-words">{bid.supplier_name}</span>
          <Badge tone={TONES[standing]}>
            {t(`low.state.${standing}`, {
              at: query ? formatMoment(query.due_at, d.timezone) : '',
            })}
          </Badge>
        </div>
        <span className="tabular font-medium">{bid.price ? money(bid.price) : null}</span>
      </div>
      <ul className="grid gap-0.5 text-sm text-ink-2">
        {bid.low.map((sign) => (
          <li key={sign.code}>
            {t(`low.${sign.code}`, {
              percent: formatDecimal(sign.percent, i18n.language, 2),
              amount: money(sign.against),
            })}
          </li>
        ))}
      </ul>
      {query ? <Talk query={query} zone={d.timezone} /> : null}
      {may && !query ? (
        <div>
          <Button size="sm" onClick={() => ask(bid)}>
            {t('low.ask')}
          </Button>
        </div>
      ) : null}
      {may && query && !query.outcome ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => decide({ bid, outcome: 'accepted' })}>
            {t('low.accept')}
          </Button>
          {standing === 'waits' ? null : (
            <Button size="sm" look="danger" onClick={() => decide({ bid, outcome: 'rejected' })}>
              {t('low.reject')}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  )
}

/** Bids whose prices look too low: why, what their bidders were asked and said, and what was decided. */
export const LowPrices = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const [asked, setAsked] = useState<OpenedBid>()
  const [deciding, setDeciding] = useState<Decision>()
  const low = d.bids.filter((bid) => bid.low.length || bid.price_query)
  if (!low.length) return null
  const may = d.status === 'evaluated' && !d.apart && mayHere(d.activity, 'judge')
  const close = () => setDeciding(undefined)
  const send = async (reason: string) => {
    if (!deciding?.bid.price_query) return
    const { submission_id, price_query } = deciding.bid
    await decidePrice(submission_id, {
      outcome: deciding.outcome,
      reason,
      version: price_query.version,
    })
    await client.invalidateQueries({ queryKey: keys.category(d.category_id) })
    toast('ok', t('low.decided'))
    close()
  }
  const name = deciding?.bid.supplier_name ?? ''
  const out = deciding?.outcome === 'rejected'
  return (
    <Card title={t('low.title')} flush>
      <p className="max-w-prose px-4 pt-3 text-sm text-ink-2">{t('low.body')}</p>
      <ul aria-label={t('low.title')} className="divide-y divide-line">
        {low.map((bid) => (
          <Row
            key={bid.submission_id}
            bid={bid}
            d={d}
            may={may}
            ask={setAsked}
            decide={setDeciding}
          />
        ))}
      </ul>
      <Dialog
        open={Boolean(asked)}
        onClose={() => setAsked(undefined)}
        title={t('low.askTitle', { name: asked?.supplier_name ?? '' })}
        description={t('low.askBody')}
      >
        {asked ? <AskForm bid={asked} d={d} onClose={() => setAsked(undefined)} /> : null}
      </Dialog>
      <ReasonDialog
        open={Boolean(deciding)}
        onClose={close}
        title={t(out ? 'low.rejectTitle' : 'low.acceptTitle', { name })}
        description={t(out ? 'low.rejectBody' : 'low.acceptBody')}
        reasonHint={t('low.reasonHint')}
        action={t(out ? 'low.reject' : 'low.accept')}
        danger={out}
        send={send}
      />
    </Card>
  )
}
