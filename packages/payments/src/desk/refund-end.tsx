import { data } from '@zabuni/api/client'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { endRefund, type RefundStory } from './queries.ts'
import { EvidenceField, useEvidence } from './refund-parts.tsx'

type Props = {
  refund: RefundStory
  paid: boolean
  /** Who, what and how much, and whether it can be undone. */
  means: string
  onClose: () => void
  onDone: () => Promise<void>
  withProof: <T>(act: () => Promise<T>) => Promise<T>
}

const Form = ({ refund, paid, onClose, onDone, withProof }: Props) => {
  const { t } = useTranslation(['payments', 'common'])
  const evidence = useEvidence()
  const form = useProblemForm({
    defaultValues: { reference: '', why: '', evidence_id: '' },
    submit: async ({ reference, why }) => {
      const evidence_id = await evidence.keep()
      await withProof(() =>
        data(
          endRefund(refund.id, {
            paid,
            ...(paid ? { reference } : { why }),
            ...(evidence_id ? { evidence_id } : {}),
          }),
        ),
      )
      await onDone()
    },
  })
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        e.stopPropagation() // the dialog stands in a portal: what is around it must not hear of it
        void form.onSubmit(e)
      }}
      className="grid gap-4"
    >
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {paid ? (
        <InputField
          required
          label={t('back.reference')}
          hint={t('back.referenceHint')}
          autoComplete="off"
          spellCheck={false}
          {...form.field('reference')}
        />
      ) : (
        <TextareaField required rows={3} label={t('back.whyFailed')} {...form.field('why')} />
      )}
      <EvidenceField
        file={evidence.file}
        error={form.field('evidence_id').error}
        onPick={(file) => {
          evidence.setFile(file)
          form.clearErrors('evidence_id')
        }}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look={paid ? 'primary' : 'danger'} busy={form.busy}>
          {t(paid ? 'back.paid' : 'back.failed')}
        </Button>
      </div>
    </form>
  )
}

/** Says, with a document, what became of a refund. */
export const EndDialog = (props: Props) => {
  const { t } = useTranslation('payments')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t(props.paid ? 'back.paid' : 'back.failed')}
      description={props.means}
    >
      <Form {...props} />
    </Dialog>
  )
}
