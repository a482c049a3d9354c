import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound, FormActions } from '@zabuni/ui/form'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { type Approver, setDelegate } from './queries.ts'

/** Has somebody approve in another's place until the end of a day. */
export const DelegateDialog = ({
  of,
  people,
  today,
  onClose,
  onDone,
}: {
  of: Approver
  people: readonly Approver[]
  today: string
  onClose: () => void
  onDone: () => Promise<void>
}) => {
  const { t } = useTranslation('contracts')
  const form = useProblemForm({
    defaultValues: { delegate_id: '', until: today },
    submit: async ({ delegate_id, until }) => {
      if (!delegate_id)
        throw new Refused(['delegate_id'], ({ t }) =>
          t('levels.chooseSomebody', { ns: 'contracts' }),
        )
      await setDelegate(of.id, { delegate_id, until })
      onClose()
      await onDone()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('levels.delegateOne', { name: of.name })}
      description={t('levels.delegateBody')}
    >
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
        <SelectField required label={t('levels.standIn')} {...form.field('delegate_id')}>
          <option value="" />
          {people
            .filter((p) => p.id !== of.id)
            .map((p) => (
              <option key={p.id} value={p.id}>
                {p.name}
              </option>
            ))}
        </SelectField>
        <Bound form={form} name="until">
          {(control) => <DateTimeField dateOnly required label={t('levels.until')} {...control} />}
        </Bound>
        <FormActions form={form} back={onClose} />
      </form>
    </Dialog>
  )
}
