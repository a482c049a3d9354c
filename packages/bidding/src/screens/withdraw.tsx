import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { PageSkeleton } from '@zabuni/ui/skeleton'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Deadline } from '../parts.tsx'
import { bidHref } from '../paths.ts'
import { type Bid, bidQuery, withdrawBid } from '../queries.ts'

const WithdrawForm = ({ bid }: { bid: Bid }) => {
  const { t } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { t: errors } = useTranslation('errors')
  const { href, hrefOf } = useHere()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [asking, setAsking] = useState<string>()
  const form = useProblemForm({
    defaultValues: { reason: '' },
    submit: async ({ reason }) => {
      if (!reason.trim()) throw new Refused(['reason'])
      setAsking(reason.trim())
    },
  })
  const withdraw = async () => {
    await withdrawBid(bid.id, { reason: asking ?? '' })
    for (const queryKey of [keys.bids, keys.bid(bid.category_id), keys.bidResult(bid.id)])
      void client.invalidateQueries({ queryKey })
    toast('ok', t('withdraw.done'))
    const list = href('withdrawals')
    if (list) void navigate(list)
  }
  const back = bidHref(hrefOf, bid.activity, bid.category_id)
  const possible = bid.open && bid.receipts.length > 0
  return (
    <Page
      width="form"
      crumbs={[{ label: t('withdrawals.title'), to: href('withdrawals') }]}
      title={t('withdraw.title')}
      subtitle={`${bid.category_name} · ${bid.reference}`}
    >
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <ErrorSummary form={form} />
        {possible ? null : (
          <Banner tone="warn">
            {bid.status === 'withdrawn'
              ? errors('bidding.withdrawn')
              : bid.open
                ? errors('bidding.no_submission')
                : t('closed')}
          </Banner>
        )}
        <Card
          footer={
            <>
              <LinkButton to={back}>{common('actions.cancel')}</LinkButton>
              {possible ? (
                <Button type="submit" look="danger">
                  {t('withdraw.submit')}
                </Button>
              ) : null}
            </>
          }
        >
          <div className="grid gap-5">
            <Facts
              items={[
                { label: t('facts.buyer'), value: bid.buyer_name },
                {
                  label: t('open.closes'),
                  value: <Deadline at={bid.closes_at} zone={bid.timezone} />,
                },
                { label: t('bids.version'), value: bid.receipts[0]?.version ?? '–' },
              ]}
            />
            <TextareaField
              label={t('withdrawals.reason')}
              hint={t('withdraw.hint')}
              required
              rows={5}
              maxLength={2000}
              disabled={!possible}
              {...form.field('reason')}
            />
            <p className="text-sm text-ink-2">{t('withdraw.note')}</p>
          </div>
        </Card>
      </form>
      <AskDialog
        open={!!asking}
        onClose={() => setAsking(undefined)}
        send={withdraw}
        title={t('withdraw.confirmTitle')}
        description={t('withdraw.confirmBody')}
        action={t('withdraw.submit')}
        danger
      />
    </Page>
  )
}

/** Takes a submitted bid back, with a reason. */
export default function Withdraw() {
  const { t } = useTranslation('bidding')
  const { categoryId } = useHere().ids
  const { data, error, isPending } = useQuery(bidQuery(categoryId))
  if (isPending) return <PageSkeleton />
  if (data) return <WithdrawForm bid={data} />
  return (
    <Page title={t('withdraw.title')} width="form">
      <Banner tone="bad">{error ? problemText(error) : t('notStarted')}</Banner>
    </Page>
  )
}
