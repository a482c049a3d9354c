import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { DialogForm } from '@zabuni/ui/dialog-form'
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
      <DialogForm form={form} act={t('common:actions.save')} onClose={onClose}>
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
      </DialogForm>
    </Dialog>
  )
}
