import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Dialog } from '@zabuni/ui/dialog'
import { DialogForm } from '@zabuni/ui/dialog-form'
import { InputField } from '@zabuni/ui/field'
import { RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { askEnd, freeze } from '../queries.ts'

type Props = { categoryId: string; onClose: () => void }

const OUTCOMES = ['dismissed', 'withdrawn', 'upheld'] as const

/** Takes why an award is stopped, and says what that does. */
export const BeginDialog = ({ categoryId, onClose }: Props) => {
  const { t } = useTranslation('letters')
  const cache = useQueryClient()
  const form = useProblemForm({
    defaultValues: { reference: '', reason: '' },
    submit: async (body) => {
      await freeze(categoryId, body)
      await cache.invalidateQueries({ queryKey: keys.category(categoryId) })
      onClose()
      toast('ok', t('freeze.begun'))
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('freeze.begin')} description={t('freeze.beginSure')}>
      <DialogForm form={form} act={t('freeze.begin')} onClose={onClose}>
        <InputField label={t('freeze.reference')} {...form.field('reference')} />
        <TextareaField required rows={4} label={t('freeze.reason')} {...form.field('reason')} />
      </DialogForm>
    </Dialog>
  )
}

/** Takes what a complaint came to, for another person to decide. */
export const EndDialog = ({ categoryId, onClose }: Props) => {
  const { t } = useTranslation('letters')
  const cache = useQueryClient()
  const form = useProblemForm<{ outcome: (typeof OUTCOMES)[number]; said: string }>({
    defaultValues: { outcome: 'dismissed', said: '' },
    submit: async (body) => {
      await askEnd(categoryId, body)
      await cache.invalidateQueries({ queryKey: keys.category(categoryId) })
      onClose()
      toast('ok', t('freeze.asked'))
    },
  })
  const outcome = form.field('outcome')
  return (
    <Dialog open onClose={onClose} title={t('freeze.end')} description={t('freeze.endBody')}>
      <DialogForm form={form} act={t('freeze.end')} onClose={onClose}>
        <RadioGroup
          label={t('freeze.outcome')}
          name="outcome"
          value={form.watch('outcome')}
          onChange={(value) => form.setValue('outcome', value)}
          options={OUTCOMES.map((value) => ({ value, label: t(`freeze.outcomes.${value}`) }))}
          error={outcome.error}
        />
        <TextareaField required rows={4} label={t('freeze.said')} {...form.field('said')} />
      </DialogForm>
    </Dialog>
  )
}
