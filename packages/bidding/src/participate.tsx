import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { faultCode } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { LinkButton } from '@zabuni/ui/link-button'
import { toast } from '@zabuni/ui/toast'
import { ShoppingCartIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isFree, whyNot } from './parts.tsx'
import { bidHref } from './paths.ts'
import { addToCart, bidQuery, bidsQuery, type CategoryPreview, startBid } from './queries.ts'

const CART = '/supplier/dashboard/cart'

/** Begins a bid and leads to where it is written. */
export const useBegin = () => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { hrefOf } = useHere()
  return async (activity: string, category: string) => {
    await startBid(category)
    await client.invalidateQueries({ queryKey: keys.bid(category) })
    void client.invalidateQueries({ queryKey: keys.bids })
    const to =
      hrefOf(activity, 'instructions', { categoryId: category }) ??
      bidHref(hrefOf, activity, category)
    if (to) void navigate(to)
  }
}

/** The one next step of a category: pay, take part, or go on. */
export const useParticipate = (preview: CategoryPreview) => {
  const { t } = useTranslation('bidding')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const bid = useQuery(bidQuery(preview.id))
  const starts = useBegin()
  const mine = useQuery(bidsQuery('ongoing', { limit: 1 })) // what is paid comes with every first page
  const paid = mine.data?.paid.some((row) => row.category_id === preview.id)
  const open = preview.status === 'open' && Date.parse(preview.closes_at) > serverNow()
  const refused = open ? whyNot(preview) : null
  const { hrefOf } = useHere()
  const to = bidHref(hrefOf, preview.activity, preview.id)

  const attempt = (work: () => Promise<void>) => async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const begin = () => starts(preview.activity, preview.id)
  const fill = async () => {
    await addToCart({ category_id: preview.id })
    void client.invalidateQueries({ queryKey: keys.cart })
    toast('ok', t('participate.added'))
  }
  const add = attempt(async () => {
    try {
      await fill()
    } catch (error) {
      // Paid before: there is nothing to add, only to begin.
      if (faultCode(error) !== 'payment.already_paid') throw error
      await begin()
      return
    }
    void navigate(CART)
  })
  const participate = attempt(async () => {
    try {
      await begin()
    } catch (error) {
      if (faultCode(error) !== 'entry.not_paid') throw error
      await fill()
      void navigate(CART)
    }
  })

  const actions = bid.data ? (
    to ? (
      <LinkButton look="primary" to={to}>
        {bid.data.open ? t('participate.continue') : t('participate.view')}
      </LinkButton>
    ) : null
  ) : !(open && !refused && bid.isSuccess && !mine.isPending) ? null : paid ||
    isFree(preview.bid_fee) ? (
    <Button look="primary" busy={busy} onClick={() => void participate()}>
      {t(paid ? 'instructions.begin' : 'participate.start')}
    </Button>
  ) : (
    <>
      <Button busy={busy} onClick={() => void participate()}>
        {t('participate.start')}
      </Button>
      <Button
        look="primary"
        busy={busy}
        icon={<ShoppingCartIcon aria-hidden="true" size={15} />}
        onClick={() => void add()}
      >
        {t('participate.add')}
      </Button>
    </>
  )
  const notice = failure ? (
    <Banner tone="bad">{problemText(failure)}</Banner>
  ) : refused ? (
    <Banner tone="warn">{refused}</Banner>
  ) : open || bid.data ? null : (
    <Banner tone="warn">{t('closed')}</Banner>
  )
  return { actions, notice }
}
