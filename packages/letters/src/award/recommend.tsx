import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { recommend, type Standing } from '../queries.ts'

/** Proposes the chosen bid; another than the best-ranked needs a reason. */
export const Recommend = ({
  standing,
  chosen,
}: {
  standing: Standing
  chosen: string | undefined
}) => {
  const { t } = useTranslation('letters')
  const cache = useQueryClient()
  const bid = standing.bids.find((b) => b.submission_id === chosen)
  const form = useProblemForm({
    defaultValues: { reason: standing.recommendation?.reason ?? '' },
    submit: async ({ reason }) => {
      await recommend(standing.category_id, {
        reason,
        ...(standing.one_winner && chosen ? { submission_id: chosen } : {}),
      })
      await cache.invalidateQueries({ queryKey: keys.category(standing.category_id) })
      toast('ok', t('recommend.done'))
    },
  })
  const needsReason = bid !== undefined && bid.rank !== 1
  return (
    <Card title={t('recommend.title')}>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <p className="text-sm text-ink-2">
          {standing.one_winner ? t('recommend.body') : t('recommend.bodyAll')}
        </p>
        <ErrorSummary form={form} />
        <TextareaField
          label={t('recommend.reason')}
          hint={needsReason ? t('recommend.reasonNeeded') : t('recommend.reasonHint')}
          required={needsReason}
          rows={3}
          maxLength={2000}
          {...form.field('reason')}
        />
        <div>
          <Button
            type="submit"
            look={standing.recommendation ? 'secondary' : 'primary'}
            busy={form.busy}
            disabled={standing.one_winner && !bid}
          >
            {bid
              ? t('recommend.name', { name: bid.supplier_name })
              : standing.one_winner
                ? t('recommend.choose')
                : t('recommend.all')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
