import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound } from '@zabuni/ui/form'
import { RadioGroup } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { setIntake } from './queries.ts'

const UNITS = ['week', 'month'] as const

/** Takes how long each window of an intake lasts, and until when there are windows. */
export const IntakeDialog = ({
  found,
  set,
  onClose,
  onDone,
}: {
  found: Schemas['CategoryDetails']
  set: Schemas['Intake'] | undefined
  onClose: () => void
  onDone: () => Promise<void>
}) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const zone = found.timezone
  const form = useProblemForm<{ every: (typeof UNITS)[number]; until: string }>({
    defaultValues: { every: set?.every ?? 'month', until: set ? toWall(set.until, zone) : '' },
    submit: async ({ every, until }) => {
      await setIntake(found.id, { every, until: fromWall(until, zone) })
      await onDone()
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('intake.set')} description={t('intake.each')}>
      <form
        noValidate
        onSubmit={(e) => {
          e.stopPropagation() // the dialog stands in a portal: what is around it must not hear of it
          void form.onSubmit(e)
        }}
        className="grid gap-4"
      >
        {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
        <RadioGroup
          label={t('intake.unit')}
          name="every"
          value={form.watch('every')}
          onChange={(value) => form.setValue('every', value)}
          options={UNITS.map((value) => ({ value, label: t(`intake.units.${value}`) }))}
          error={form.field('every').error}
        />
        <Bound form={form} name="until">
          {(control) => (
            <DateTimeField
              required
              label={t('intake.until', { zone })}
              hint={t('intake.untilHint')}
              {...control}
            />
          )}
        </Bound>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            {t('common:actions.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
