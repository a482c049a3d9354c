import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { Papers } from '../papers.tsx'
import { Money, OrderState } from '../parts.tsx'
import { Decide } from './decide.tsx'
import { Disputed } from './dispute-entry.tsx'
import { LineState, reconcilePath, TryState } from './parts.tsx'
import {
  askNow,
  paperOf,
  type Resolution,
  type Story,
  slipOf,
  storyQuery,
  type Try,
} from './queries.ts'
import { Refunded } from './refund-ask.tsx'

/** All that is known of the money of one order, and what two people may do about it. */
export const StoryScreen = ({ number }: { number: string }) => {
  const { t } = useTranslation('payments')
  const query = useQuery(storyQuery(number))
  return (
    <Load query={query} title={t('desk.story.title')}>
      {(story) => (
        <Page
          title={story.number}
          subtitle={story.supplier_name}
          status={
            <OrderState
              shown={story.shown}
              status={story.status}
              inReview={story.tries.some((x) => x.status === 'review')}
            />
          }
          crumbs={[{ label: t('desk.queues.title'), to: '/zabuni/payment_reconciliation' }]}
        >
          <div className="grid gap-4">
            <div className="grid items-start gap-4 md:grid-cols-2">
              <Order story={story} />
              <div className="grid gap-4">
                <Decided story={story} />
                <Refunded story={story} />
                <Disputed story={story} />
              </div>
            </div>
            <Transfers story={story} />
            <Tries story={story} />
            <Movements story={story} />
            <Messages story={story} />
          </div>
        </Page>
      )}
    </Load>
  )
}

const Order = ({ story }: { story: Story }) => {
  const { t } = useTranslation('payments')
  return (
    <Card title={t('pay.order')}>
      <div className="grid gap-4">
        <Facts
          items={[
            { label: t('list.amount'), value: <Money amount={story.amount} /> },
            { label: t('desk.story.madeBy'), value: story.made_by || '–' },
            { label: t('desk.story.madeAt'), value: formatMoment(story.created_at, ownZone()) },
            {
              label: t('pay.paidAt'),
              value: story.paid_at ? formatMoment(story.paid_at, ownZone()) : '–',
            },
            ...(story.receipts.length
              ? [
                  {
                    label: t('papers.title'),
                    value: <Papers papers={story.receipts} fetch={paperOf} />,
                  },
                ]
              : []),
          ]}
        />
        <ul className="grid gap-2 text-sm">
          {story.lines.map((l) => (
            <li key={l.category_id} className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 break-words">
                {l.name}
                <span className="block text-xs text-ink-2">
                  <TextLink to={`/zabuni/prequal/payment/reconciliation/${l.job_id}`}>
                    {l.job_title}
                  </TextLink>{' '}
                  · {l.buyer_name}
                </span>
              </span>
              <Money amount={l.fee} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** Whether a provider can still be asked about a try. */
const askable = ({ status }: Try) => !['completed', 'review', 'dismissed'].includes(status)

const Tries = ({ story }: { story: Story }) => {
  const { t } = useTranslation('payments')
  const cache = useQueryClient()
  const mayMove = mayI('MANAGE_PAYMENTS')
  const heads = [
    { key: 'way', label: t('list.mode') },
    { key: 'amount', label: t('list.amount'), numeric: true },
    { key: 'status', label: t('list.status') },
    { key: 'receipt', label: t('pay.receipt') },
    { key: 'asked', label: t('desk.asked') },
    { key: 'begun', label: t('desk.begun') },
    { key: 'act', label: t('desk.askNow'), quiet: true },
  ]
  return (
    <Card title={t('desk.story.tries')} flush>
      {story.tries.length ? (
        <TableFrame caption={t('desk.story.tries')} heads={heads}>
          {story.tries.map((x) => (
            <PlainRow
              key={x.id}
              heads={heads}
              cells={[
                <span key="w" className="grid">
                  {t(`mode.${x.provider}`)}
                  <span className="text-xs text-ink-2">
                    {[x.payer, x.merchant_ref].filter(Boolean).join(' · ')}
                  </span>
                </span>,
                <span key="a" className="grid justify-items-end">
                  <Money amount={x.amount} />
                  {x.held ? (
                    <span className="text-xs text-ink-2">
                      {t('desk.held')} <Money amount={x.held} />
                    </span>
                  ) : null}
                </span>,
                <TryState key="s" of={x} />,
                x.receipt || '–',
                <span key="q" className="grid">
                  {x.asked}
                  {x.next_ask_at ? (
                    <span className="text-xs text-ink-2">
                      {formatMoment(x.next_ask_at, ownZone())}
                    </span>
                  ) : null}
                </span>,
                formatMoment(x.created_at, ownZone()),
                mayMove && askable(x) && x.provider !== 'free' ? (
                  <ActButton
                    key="b"
                    size="sm"
                    act={async () => {
                      await data(askNow(x.id))
                      toast('ok', t('desk.askedNow'))
                      await cache.invalidateQueries({ queryKey: keys.payment })
                    }}
                  >
                    {t('desk.askNow')}
                  </ActButton>
                ) : null,
              ]}
            />
          ))}
        </TableFrame>
      ) : (
        <p className="p-4 text-sm text-ink-2">{t('desk.story.noTries')}</p>
      )}
    </Card>
  )
}

// The books' own names of what nobody but the platform has money on.
const useAccount = () => {
  const { t } = useTranslation('payments')
  return (account: string) => {
    const [kind = '', provider = ''] = account.split(':')
    const mode = provider as Story['messages'][number]['provider']
    if (kind === 'provider') return t('desk.story.ledger.provider', { mode: t(`mode.${mode}`) })
    if (kind === 'refunds') return t('desk.story.ledger.refunds', { mode: t(`mode.${mode}`) })
    return t(kind === 'suspense' ? 'desk.story.ledger.suspense' : 'desk.story.ledger.outgoing')
  }
}

const Movements = ({ story }: { story: Story }) => {
  const { t } = useTranslation('payments')
  const nameOf = useAccount()
  const heads = [
    { key: 'kind', label: t('desk.story.kind') },
    { key: 'account', label: t('desk.story.account') },
    { key: 'amount', label: t('list.amount'), numeric: true },
    { key: 'at', label: t('list.at') },
  ]
  if (!story.movements.length) return null
  return (
    <Card title={t('desk.story.movements')} flush>
      <TableFrame caption={t('desk.story.movements')} heads={heads}>
        {story.movements.map((m, i) => (
          <PlainRow
            key={i}
            heads={heads}
            cells={[
              t(`desk.movement.${m.kind}`),
              m.buyer_name
                ? [m.buyer_name, m.category_name].filter(Boolean).join(' · ')
                : nameOf(m.account),
              <Money key="a" amount={m.amount} />,
              formatMoment(m.at, ownZone()),
            ]}
          />
        ))}
      </TableFrame>
    </Card>
  )
}

const Messages = ({ story }: { story: Story }) => {
  const { t } = useTranslation('payments')
  if (!story.messages.length) return null
  return (
    <Card title={t('desk.story.messages')}>
      <ul className="grid gap-3 text-sm">
        {story.messages.map((m) => (
          <li key={m.id} className="grid gap-1">
            <p className="flex flex-wrap items-center gap-2">
              <Badge>{t(`desk.verdict.${m.verdict}`)}</Badge>
              {t(`mode.${m.provider}`)} · {formatMoment(m.received_at, ownZone())} · {m.network}
              {m.times > 1 ? ` · ${t('desk.story.times', { count: m.times })}` : null}
            </p>
            <details>
              <summary className="cursor-pointer rounded-sm text-xs text-ink-2 max-sm:py-2">
                {t('desk.message')}
              </summary>
              <code className="block max-w-full text-xs break-all">{m.body || '–'}</code>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What came for the order to an account, and what its payer shows of it. */
const Transfers = ({ story }: { story: Story }) => {
  const { t } = useTranslation('payments')
  const heads = [
    { key: 'code', label: t('desk.line.code') },
    { key: 'day', label: t('desk.line.day') },
    { key: 'amount', label: t('list.amount'), numeric: true },
    { key: 'narration', label: t('desk.line.narration') },
    { key: 'status', label: t('list.status') },
  ]
  if (!story.bank_lines.length && !story.slips.length) return null
  return (
    <Card title={t('desk.line.lines')} flush>
      {story.bank_lines.length ? (
        <TableFrame caption={t('desk.line.lines')} heads={heads}>
          {story.bank_lines.map((l) => (
            <PlainRow
              key={l.code}
              heads={heads}
              cells={[
                <TextLink key="c" to={reconcilePath(l.code)}>
                  {l.code}
                </TextLink>,
                formatDate(l.day),
                <Money key="a" amount={l.amount} />,
                <span key="n" className="break-words whitespace-normal">
                  {[l.payer, l.narration].filter(Boolean).join(' · ')}
                </span>,
                <LineState key="s" status={l.status} />,
              ]}
            />
          ))}
        </TableFrame>
      ) : null}
      {story.slips.length ? (
        <div className="grid justify-items-start gap-2 p-4 text-sm">
          <p className="text-ink-2">{t('desk.line.slips')}</p>
          {story.slips.map((s) => (
            <ActButton key={s.id} size="sm" act={async () => saveFile(await slipOf(s.id), s.name)}>
              {s.name}
            </ActButton>
          ))}
        </div>
      ) : null}
    </Card>
  )
}

/** What there is to decide about the order's money, and what was decided. */
const Decided = ({ story }: { story: Story }) => {
  const { t, i18n } = useTranslation('payments')
  const review = story.tries.find((x) => x.status === 'review')
  const open = story.resolutions.find(
    (r) => r.approved === undefined && r.act !== 'undo' && r.attempt_id === review?.id,
  )
  const held = review?.held ?? { value: '0', currency: story.amount.currency }
  const acts: Resolution['act'][] = [
    'dismiss',
    'allocate',
    ...(review?.reason === 'amount_differs' ? (['ask'] as const) : []),
    ...(story.no_match ? [] : (['match'] as const)),
  ]
  return (
    <Decide
      of={review ? { kind: 'attempt', id: review.id } : undefined}
      acts={acts}
      alone={story.alone}
      open={open}
      resolutions={story.resolutions}
      means={(act, target) =>
        t(`desk.story.${act}Means`, {
          number: story.number,
          supplier: story.supplier_name,
          amount: formatMoney(held.value, held.currency, i18n.language),
          target: target ?? t('desk.line.anOrder'),
        })
      }
    >
      {review ? (
        <p>
          {t('desk.story.waits')} <Money amount={held} />
        </p>
      ) : null}
      {review && story.no_match ? (
        <Banner tone="info">
          {t('desk.story.noMatch')} {t(`desk.story.blocked.${story.no_match}`)}
        </Banner>
      ) : null}
    </Decide>
  )
}
