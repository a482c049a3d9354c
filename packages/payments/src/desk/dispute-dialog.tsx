import { data } from '@zabuni/api/client'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { answerDispute, type DisputeStory, disputeAccess, endDispute } from './queries.ts'
import { EvidenceField, useEvidence } from './refund-parts.tsx'

/** What a person says of a dispute. */
export type DisputeWord = 'answer' | 'won' | 'lost' | 'ends' | 'again'

type Props = {
  word: DisputeWord
  dispute: DisputeStory
  /** What it means, and whether it can be undone. */
  means: string
  onClose: () => void
  onDone: () => Promise<void>
  withProof: <T>(act: () => Promise<T>) => Promise<T>
}

const Form = ({ word, dispute, onClose, onDone, withProof }: Props) => {
  const { t } = useTranslation(['payments', 'common'])
  const evidence = useEvidence()
  const access = word === 'ends' || word === 'again'
  const ending = word === 'won' || word === 'lost'
  const form = useProblemForm({
    defaultValues: { answer: '', why: '', evidence_id: '' },
    submit: async ({ answer, why }) => {
      const kept = access ? undefined : await evidence.keep()
      const file = kept ? { evidence_id: kept } : {}
      await withProof(() =>
        data(
          word === 'answer'
            ? answerDispute(dispute.id, { answer, ...file })
            : ending
              ? endDispute(dispute.id, { won: word === 'won', why, ...file })
              : disputeAccess(dispute.id, word === 'ends', why),
        ),
      )
      await onDone()
    },
  })
  const text =
    word === 'answer'
      ? { label: t('dispute.answer'), hint: t('dispute.answerHint') }
      : { label: t('common:form.reason'), hint: t('desk.story.reasonHint') }
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
      {ending ? (
        <Banner tone={dispute.alone ? 'warn' : 'info'}>
          {t(dispute.alone ? 'desk.line.alone' : 'desk.line.two')}
        </Banner>
      ) : null}
      <TextareaField
        required
        rows={3}
        {...text}
        {...form.field(word === 'answer' ? 'answer' : 'why')}
      />
      {access ? null : (
        <EvidenceField
          optional={word !== 'won'}
          file={evidence.file}
          error={form.field('evidence_id').error}
          onPick={(file) => {
            evidence.setFile(file)
            form.clearErrors('evidence_id')
          }}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button
          type="submit"
          look={word === 'lost' || word === 'ends' ? 'danger' : 'primary'}
          busy={form.busy}
        >
          {t(ending && !dispute.alone ? 'desk.propose' : `dispute.act.${word}`)}
        </Button>
      </div>
    </form>
  )
}

/** Takes what a person says of a dispute, why, and by which document. */
export const DisputeDialog = (props: Props) => {
  const { t } = useTranslation('payments')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t(`dispute.act.${props.word}`)}
      description={props.means}
    >
      <Form {...props} />
    </Dialog>
  )
}
