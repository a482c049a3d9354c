import { useQueryClient } from '@tanstack/react-query'
import { ApiError, faultCode } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { newId } from '@zabuni/api/new-id'
import { useTranslation } from '@zabuni/i18n'
import { isWire, short } from '@zabuni/i18n/decimal'
import { formatMoment } from '@zabuni/i18n/format'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { MoneyField } from '@zabuni/ui/number-field'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isOpen, useMoney } from './parts.tsx'
import { type Place, placeBid, type Room } from './queries.ts'

/** What became of the last bid: it stands, was refused, or nobody knows yet. */
type Outcome =
  | { kind: 'stands'; amount: string; at: string; rank?: number | undefined }
  | { kind: 'refused'; text: string }
  | { kind: 'unknown'; amount: string }

// Sent, and no answer came: the same key asks again and can place nothing twice.
type Sent = { key: string; amount: string }

/** Whether two prices are one: what is typed may have noughts that were not sent. */
const same = (a: string, b: string) => isWire(a) && isWire(b) && short(a) === short(b)

const useBid = (found: Room, place: Place, lost: boolean) => {
  const { i18n } = useTranslation('auctions')
  const cache = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const [far, setFar] = useState<{ amount: string; text: string }>()
  const open = useRef<Sent>(undefined)
  const send = async (amount: string, confirmed: boolean): Promise<boolean> => {
    setBusy(true)
    const sent = open.current?.amount === amount ? open.current : { key: newId(), amount }
    open.current = sent
    try {
      const placed = await place(found.id, sent.key, { amount, confirmed })
      open.current = undefined
      setFar(undefined)
      setOutcome({ kind: 'stands', amount: placed.amount, at: placed.at, rank: placed.view.rank })
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) {
        setOutcome({ kind: 'unknown', amount })
        return false
      }
      open.current = undefined
      if (faultCode(error) === 'auction.jump') {
        setFar({ amount, text: problemText(error, i18n) })
        return false
      }
      setFar(undefined)
      const [fault] = error.problem?.errors ?? []
      setOutcome({
        kind: 'refused',
        text: fault ? faultText(fault, i18n) : problemText(error, i18n),
      })
      return false
    } finally {
      setBusy(false)
      void cache.invalidateQueries({ queryKey: keys.category(found.id) })
    }
  }
  // The room answers again: it says by itself whether the bid arrived. Nothing is sent anew without its bidder, who may be gone.
  const line = found.view.lines?.findLast(({ kind, mine }) => mine && kind === 'bid')
  const arrived =
    outcome?.kind === 'unknown' &&
    !busy &&
    !lost &&
    line !== undefined &&
    same(line.amount ?? '', outcome.amount) &&
    same(found.view.own ?? '', outcome.amount)
  useEffect(() => {
    if (!arrived) return
    open.current = undefined
    setOutcome({ kind: 'stands', amount: line.amount ?? '', at: line.at, rank: found.view.rank })
  }, [arrived, line, found.view.rank])
  return { outcome, busy, far, send, forget: () => setFar(undefined) }
}

const Told = ({ outcome, found }: { outcome: Outcome; found: Room }) => {
  const { t } = useTranslation('auctions')
  const money = useMoney(found.currency)
  if (outcome.kind === 'refused') return <Banner tone="bad">{outcome.text}</Banner>
  if (outcome.kind === 'unknown')
    return <Banner tone="warn">{t('bid.unknown', { amount: money(outcome.amount) })}</Banner>
  // What the room says since: a void, a paper or another's bid may have overtaken what was told.
  const { view } = found
  const since = Date.parse(view.server_time) > Date.parse(outcome.at)
  if (since && view.own !== outcome.amount) return null
  const rank = since ? view.rank : outcome.rank
  const told = { amount: money(outcome.amount), at: formatMoment(outcome.at, found.timezone) }
  return (
    <Banner tone="ok">
      {rank ? t('bid.standsRank', { ...told, rank }) : t('bid.stands', told)}
    </Banner>
  )
}

/** Where a supplier bids. Nothing stands before the server has said so. */
export const BidForm = ({
  found,
  lost,
  place = placeBid,
}: {
  found: Room
  lost: boolean
  place?: Place | undefined
}) => {
  const { t } = useTranslation(['auctions', 'common', 'errors'])
  const money = useMoney(found.currency)
  const [amount, setAmount] = useState('')
  const [error, setError] = useState<string>()
  const { outcome, busy, far, send, forget } = useBid(found, place, lost)
  const { view } = found
  const running = isOpen(view.phase) && !lost && !found.refused && !found.blocked
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    if (!isWire(amount)) {
      setError(t(amount ? 'errors:field.format' : 'errors:field.required'))
      return
    }
    if (await send(amount, false)) setAmount('')
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div aria-live="assertive" className="empty:hidden">
        {outcome ? <Told outcome={outcome} found={found} /> : null}
      </div>
      <MoneyField
        required
        name="amount"
        label={t('bid.amount')}
        hint={view.next_bid ? t('bid.next', { amount: money(view.next_bid) }) : t('bid.free')}
        currency={found.currency}
        value={amount}
        onChange={setAmount}
        error={error}
        disabled={!running}
      />
      <div className="flex flex-wrap gap-2">
        {view.next_bid ? (
          <Button disabled={!running || busy} onClick={() => setAmount(view.next_bid ?? '')}>
            {t('bid.take', { amount: money(view.next_bid) })}
          </Button>
        ) : null}
        <Button type="submit" look="primary" disabled={!running} busy={busy}>
          {outcome?.kind === 'unknown' && same(amount, outcome.amount)
            ? t('bid.again')
            : t('bid.place')}
        </Button>
      </div>
      <Dialog
        open={!!far}
        onClose={forget}
        title={t('bid.farTitle', { amount: far ? money(far.amount) : '' })}
        description={far?.text}
      >
        <div className="flex justify-end gap-2">
          <Button onClick={forget}>{t('common:actions.cancel')}</Button>
          <Button
            look="primary"
            busy={busy}
            onClick={() =>
              void (async () => {
                if (far && (await send(far.amount, true))) setAmount('')
              })()
            }
          >
            {t('bid.far')}
          </Button>
        </div>
      </Dialog>
    </form>
  )
}
