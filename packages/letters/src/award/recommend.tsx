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
import { Gives } from './gives.tsx'
import { bodyOf, type Choice, complete, linesOf, needsReason, sharesOf } from './outcome.ts'

const BODY = {
  none: 'recommend.bodyNone',
  all: 'recommend.bodyAll',
  one: 'recommend.body',
  line: 'recommend.bodyLine',
} as const

/** Proposes what is chosen; where a better bid is passed over, or nobody gets it, it says why. */
export const Recommend = ({ standing, choice }: { standing: Standing; choice: Choice }) => {
  const { t } = useTranslation('letters')
  const cache = useQueryClient()
  const form = useProblemForm({
    defaultValues: { reason: standing.recommendation?.reason ?? '' },
    submit: async ({ reason }) => {
      await recommend(standing.category_id, { reason, ...bodyOf(choice) })
      await cache.invalidateQueries({ queryKey: keys.category(standing.category_id) })
      toast('ok', t('recommend.done'))
    },
  })
  const lines = linesOf(standing, choice)
  const shares = sharesOf(standing, lines)
  const ready = complete(standing, choice)
  const needed = ready && needsReason(standing, choice)
  const act = !ready
    ? t(choice.kind === 'line' ? 'recommend.chooseItem' : 'recommend.choose')
    : choice.kind === 'none' || (choice.kind === 'line' && !lines.length)
      ? t('recommend.nobody')
      : choice.kind === 'all'
        ? t('recommend.all')
        : choice.kind === 'line'
          ? t('recommend.items', { count: lines.length })
          : t('recommend.name', { name: shares[0]?.name ?? '' })
  return (
    <Card title={t('recommend.title')}>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <p className="text-sm text-ink-2">{t(BODY[choice.kind])}</p>
        {(choice.kind === 'line' || choice.kind === 'one') && ready ? (
          <div className="rounded-md border border-line bg-canvas p-3 text-sm">
            <Gives standing={standing} lines={lines} />
          </div>
        ) : null}
        <ErrorSummary form={form} />
        <TextareaField
          label={t('recommend.reason')}
          hint={
            needed
              ? t(choice.kind === 'one' ? 'recommend.reasonNeeded' : 'recommend.reasonRecorded')
              : t('recommend.reasonHint')
          }
          required={needed}
          rows={3}
          maxLength={2000}
          {...form.field('reason')}
        />
        <div>
          <Button
            type="submit"
            look={standing.recommendation ? 'secondary' : 'primary'}
            busy={form.busy}
            disabled={!ready}
          >
            {act}
          </Button>
        </div>
      </form>
    </Card>
  )
}
