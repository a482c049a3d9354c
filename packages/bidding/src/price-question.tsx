import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { Deadline } from './parts.tsx'
import { type Bid, explainPrice, type PriceQuestion, priceQuestionQuery } from './queries.ts'

// Nobody is asked before there are results.
const RANKED = ['evaluated', 'recommended', 'notified', 'awarded', 'complete', 'unsuccessful']

const Explain = ({ bid, asked }: { bid: Bid; asked: PriceQuestion }) => {
  const { t } = useTranslation('bidding')
  const client = useQueryClient()
  const form = useProblemForm({
    defaultValues: { answer: asked.answer },
    keep: `price-question.${bid.id}`,
    submit: async ({ answer }) => {
      await explainPrice(bid.id, answer)
      await client.invalidateQueries({ queryKey: keys.bidPrice(bid.id) })
      toast('ok', t('priceQuestion.thanks'))
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <TextareaField
        required
        rows={6}
        maxLength={8000}
        label={t('priceQuestion.answer')}
        hint={t('priceQuestion.hint')}
        {...form.field('answer')}
      />
      <div>
        <Button type="submit" look="primary" busy={form.busy}>
          {t(asked.answered_at ? 'priceQuestion.again' : 'priceQuestion.send')}
        </Button>
      </div>
    </form>
  )
}

/** What the buyer asks about a price that it finds unusually low, with the answer until it is due. */
export const PriceQuestionCard = ({ bid }: { bid: Bid }) => {
  const { t } = useTranslation('bidding')
  const { data: asked } = useQuery({
    ...priceQuestionQuery(bid.id),
    enabled: bid.receipts.length > 0 && RANKED.includes(bid.category_status),
  })
  if (!asked) return null
  const late = Date.parse(asked.due_at) <= serverNow()
  const open = !asked.decided && !late
  return (
    <div className="mb-4">
      <Card title={t('priceQuestion.title')}>
        <div className="grid gap-4">
          {open && !asked.answered_at ? (
            <Banner tone="warn">{t('priceQuestion.note')}</Banner>
          ) : asked.decided || late ? (
            <Banner tone="info">
              {t(asked.decided ? 'priceQuestion.decided' : 'priceQuestion.late')}
            </Banner>
          ) : null}
          <Facts
            items={[
              {
                label: t('priceQuestion.question'),
                value: (
                  <span className="max-w-prose break-words whitespace-pre-line">
                    {asked.question}
                  </span>
                ),
              },
              {
                label: t('priceQuestion.asked'),
                value: formatMoment(asked.asked_at, bid.timezone),
              },
              {
                label: t('priceQuestion.due'),
                value: <Deadline at={asked.due_at} zone={bid.timezone} />,
              },
              ...(open || !asked.answer
                ? []
                : [
                    {
                      label: t('priceQuestion.answer'),
                      value: (
                        <span className="max-w-prose break-words whitespace-pre-line">
                          {asked.answer}
                        </span>
                      ),
                    },
                  ]),
            ]}
          />
          {asked.answered_at && open ? (
            <p className="text-sm text-ink-2">
              {t('priceQuestion.sent', {
                at: formatMoment(asked.answered_at, bid.timezone),
                due: formatMoment(asked.due_at, bid.timezone),
              })}
            </p>
          ) : null}
          {open ? <Explain key={asked.answered_at} bid={bid} asked={asked} /> : null}
        </div>
      </Card>
    </div>
  )
}
