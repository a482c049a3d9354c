import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { NumberField } from '@zabuni/ui/number-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { Asked } from './asked.tsx'
import { CRITERIA, score } from './queries.ts'

const ScoreDialog = ({ contract, onClose }: { contract: string; onClose: () => void }) => {
  const { t } = useTranslation('inforce')
  const cache = useQueryClient()
  const form = useProblemForm({
    defaultValues: {
      from_on: '',
      until_on: '',
      weights: { punctual: '40', accepted: '30', fulfilled: '30', judged: '0' },
      judged: '',
      reason: '',
    },
    // Of the sum of all the first is told.
    nameOf: (pointer) =>
      pointer === '/weights' ? 'weights.punctual' : pointer.slice(1).replace('/', '.'),
    submit: async ({ weights: w, judged, ...rest }) => {
      await score(contract, {
        ...rest,
        weights: {
          punctual: Number(w.punctual),
          accepted: Number(w.accepted),
          fulfilled: Number(w.fulfilled),
          judged: Number(w.judged),
        },
        ...(judged ? { judged: Number(judged) } : {}),
      })
      await cache.invalidateQueries({ queryKey: keys.contracts })
      onClose()
      toast('ok', t('performance.made'))
    },
  })
  const judged = form.watch('judged')
  return (
    <Asked
      form={form}
      title={t('performance.make')}
      body={t('performance.makeBody')}
      action={t('performance.make')}
      onClose={onClose}
    >
      <Bound form={form} name="from_on">
        {(control) => <DateTimeField required dateOnly label={t('reports.from')} {...control} />}
      </Bound>
      <Bound form={form} name="until_on">
        {(control) => <DateTimeField required dateOnly label={t('reports.until')} {...control} />}
      </Bound>
      <div className="grid gap-4 sm:grid-cols-2">
        {CRITERIA.map((c) => (
          <Bound key={c} form={form} name={`weights.${c}`}>
            {(control) => (
              <NumberField
                required
                digits={0}
                after="%"
                label={t('performance.weight', { name: t(`performance.criteria.${c}`) })}
                {...control}
              />
            )}
          </Bound>
        ))}
      </div>
      <Bound form={form} name="judged">
        {(control) => (
          <NumberField
            digits={0}
            label={t('performance.judged')}
            hint={t('performance.judgedHint')}
            {...control}
          />
        )}
      </Bound>
      <TextareaField
        required={!!judged}
        rows={3}
        maxLength={2000}
        label={t('ends.reason')}
        {...form.field('reason')}
      />
    </Asked>
  )
}

/** Makes the scorecard of a period that is over. */
export const Score = ({ contract }: { contract: string }) => {
  const { t } = useTranslation('inforce')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t('performance.make')}
      </Button>
      {open ? <ScoreDialog contract={contract} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
