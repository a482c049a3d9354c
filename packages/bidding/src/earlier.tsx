import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatMoney } from '@zabuni/i18n/format'
import { useAct } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Drawer } from '@zabuni/ui/dialog'
import { Checkbox } from '@zabuni/ui/inputs'
import { toast } from '@zabuni/ui/toast'
import { HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import { useShownValue } from './answer.tsx'
import { bidQuery, type EarlierSource, earlierQuery, takeEarlier } from './queries.ts'
import { useBidWork } from './use-draft.ts'

const YEAR = 365 * 24 * 3_600_000
/** What was said more than a year ago may hold no more. */
const isOld = (at: string): boolean => serverNow() - Date.parse(at) > YEAR

/** One thing that may be taken over. */
type Offer = {
  id: string
  /** What is asked. */
  label: string
  /** What was answered, as people read it. */
  shown: string
  source: EarlierSource
  version: number
  item: boolean
}

/** What is not answered here yet and was answered in another bid of ours. */
const useOffers = (): Offer[] => {
  const { i18n } = useTranslation()
  const { bid, open, value, answered, price } = useBidWork()
  const shown = useShownValue()
  const { data } = useQuery({ ...earlierQuery(bid.category_id, bid.id), enabled: open })
  if (!data || !open) return []
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' })
  const answers = new Map(data.answers.map((e) => [e.question_id, e]))
  const prices = new Map(data.prices.map((e) => [e.item_id, e]))
  return [
    ...bid.sections
      .flatMap((s) => s.questions)
      .flatMap((q): Offer[] => {
        const e = answers.get(q.id)
        if (!e || answered(q) || value(q)) return []
        return [
          {
            id: q.id,
            label: q.prompt,
            shown: e.files.length ? list.format(e.files.map((f) => f.name)) : shown(q, e.value),
            source: e.source,
            version: q.version,
            item: false,
          },
        ]
      }),
    ...bid.lines.flatMap((l): Offer[] => {
      const e = prices.get(l.item_id)
      if (!e || price(l).unit_price) return []
      return [
        {
          id: l.item_id,
          label: `${l.number} · ${l.description}`,
          shown: formatMoney(e.unit_price, bid.currency, i18n.language),
          source: e.source,
          version: l.version,
          item: true,
        },
      ]
    }),
  ]
}

const Row = ({
  offer,
  chosen,
  onChoose,
}: {
  offer: Offer
  chosen: boolean
  onChoose: (chosen: boolean) => void
}) => {
  const { t } = useTranslation('bidding')
  const { bid } = useBidWork()
  const { source } = offer
  return (
    <li className="grid gap-1 py-3">
      <Checkbox
        checked={chosen}
        onChange={(e) => onChoose(e.target.checked)}
        label={<span className="wrap-anywhere">{offer.label}</span>}
      />
      <div className="grid gap-1 pl-6.5">
        <p className="line-clamp-6 text-sm font-medium wrap-anywhere whitespace-pre-line">
          {offer.shown}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3">
          <span>
            {t('earlier.from', {
              reference: source.reference,
              buyer: source.buyer_name,
              at: formatDay(source.at, bid.timezone),
            })}
          </span>
          {source.submitted ? null : <Badge>{t('earlier.draft')}</Badge>}
          {isOld(source.at) ? <Badge tone="warn">{t('earlier.old')}</Badge> : null}
        </p>
      </div>
    </li>
  )
}

const Chooser = ({ offers, onDone }: { offers: readonly Offer[]; onDone: () => void }) => {
  const { t } = useTranslation('bidding')
  const { bid } = useBidWork()
  const cache = useQueryClient()
  const act = useAct()
  // What is old is looked at before it is chosen.
  const [chosen, setChosen] = useState(
    () => new Set(offers.filter((o) => !isOld(o.source.at)).map((o) => o.id)),
  )
  const taken = offers.filter((o) => chosen.has(o.id))
  const take = async () => {
    const rest = { answers: taken.filter((o) => !o.item), prices: taken.filter((o) => o.item) }
    const from = (o: Offer) => ({
      version: o.version,
      from_bid_id: o.source.bid_id,
      from_version: o.source.version,
    })
    try {
      const saved = await takeEarlier(bid.id, {
        answers: rest.answers.map((o) => ({ question_id: o.id, ...from(o) })),
        prices: rest.prices.map((o) => ({ item_id: o.id, ...from(o) })),
      })
      const kept = saved.conflicts.length
      toast(
        kept ? 'info' : 'ok',
        kept ? t('earlier.kept', { count: kept }) : t('earlier.taken', { count: taken.length }),
      )
      onDone()
    } finally {
      // Also where it was refused: what is offered may have changed.
      await cache.fetchQuery(bidQuery(bid.category_id))
      await cache.invalidateQueries({ queryKey: keys.earlier(bid.category_id) })
    }
  }
  return (
    <Drawer
      open
      onClose={onDone}
      title={t('earlier.title')}
      description={t('earlier.note')}
      footer={
        <>
          <Button
            look="ghost"
            onClick={() =>
              setChosen(
                chosen.size === offers.length ? new Set() : new Set(offers.map((o) => o.id)),
              )
            }
          >
            {t(chosen.size === offers.length ? 'earlier.none' : 'earlier.all')}
          </Button>
          <Button
            look="primary"
            busy={act.busy}
            disabled={taken.length === 0}
            onClick={() => void act.run(take)}
          >
            {t('earlier.take', { count: taken.length })}
          </Button>
        </>
      }
    >
      {act.banner}
      <ul className="divide-y divide-line">
        {offers.map((offer) => (
          <Row
            key={offer.id}
            offer={offer}
            chosen={chosen.has(offer.id)}
            onChoose={(on) => {
              const next = new Set(chosen)
              if (on) next.add(offer.id)
              else next.delete(offer.id)
              setChosen(next)
            }}
          />
        ))}
      </ul>
    </Drawer>
  )
}

/** Of a bid that may change: what we have answered elsewhere to the same, to look through and take over. */
export const EarlierNote = () => {
  const { t } = useTranslation('bidding')
  const offers = useOffers()
  const [looking, setLooking] = useState(false)
  if (!offers.length) return null
  return (
    <div className="mb-4">
      <Banner tone="info">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="flex items-center gap-2">
            <HistoryIcon aria-hidden="true" size={16} className="shrink-0" />
            {t('earlier.found', { count: offers.length })}
          </p>
          <Button size="sm" onClick={() => setLooking(true)}>
            {t('earlier.look')}
          </Button>
        </div>
      </Banner>
      {looking ? <Chooser offers={offers} onDone={() => setLooking(false)} /> : null}
    </div>
  )
}

/** What was offered last for an item, beside what is offered now. */
export const usePriceBefore = (): ((item: string) => string | undefined) => {
  const { t, i18n } = useTranslation('bidding')
  const { bid, open } = useBidWork()
  const { data } = useQuery({ ...earlierQuery(bid.category_id, bid.id), enabled: open })
  const before = new Map(data?.prices.map((e) => [e.item_id, e]))
  return (item) => {
    const e = before.get(item)
    return e
      ? t('earlier.before', {
          price: formatMoney(e.unit_price, bid.currency, i18n.language),
          reference: e.source.reference,
          at: formatDay(e.source.at, bid.timezone),
        })
      : undefined
  }
}
