import { useQuery, useQueryClient } from '@tanstack/react-query'
import { faultCode } from '@zabuni/api/error'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { LinkButton } from '@zabuni/ui/link-button'
import { ShoppingCartIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { bidHref, hrefOf } from './activities.ts'
import { isFree } from './parts.tsx'
import { bidQuery, type CategoryPreview, startBid } from './queries.ts'

const CART = '/supplier/dashboard/cart'

/** The one next step of a category: pay, take part, or go on. */
export const useParticipate = (preview: CategoryPreview) => {
  const { t } = useTranslation('bidding')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const bid = useQuery(bidQuery(preview.id))
  const open = preview.status === 'open' && Date.parse(preview.closes_at) > serverNow()
  const to = bidHref(preview.activity, preview.id)
  const first = hrefOf(preview.activity, 'instructions', { categoryId: preview.id }) ?? to

  const participate = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await startBid(preview.id)
      await client.invalidateQueries({ queryKey: ['bid', preview.id] })
      void client.invalidateQueries({ queryKey: ['bids'] })
      if (first) void navigate(first)
    } catch (error) {
      if (faultCode(error) === 'bidding.not_paid') void navigate(CART)
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const actions = bid.data ? (
    to ? (
      <LinkButton look="primary" to={to}>
        {bid.data.open ? t('participate.continue') : t('participate.view')}
      </LinkButton>
    ) : null
  ) : open && bid.isSuccess ? (
    <>
      {isFree(preview.bid_fee) ? null : (
        <LinkButton to={CART} icon={<ShoppingCartIcon aria-hidden="true" size={15} />}>
          {t('participate.cart')}
        </LinkButton>
      )}
      <Button look="primary" busy={busy} onClick={() => void participate()}>
        {t('participate.start')}
      </Button>
    </>
  ) : null
  const notice = failure ? (
    <Banner tone="bad">{problemText(failure)}</Banner>
  ) : open || bid.data ? null : (
    <Banner tone="warn">{t('closed')}</Banner>
  )
  return { actions, notice }
}
