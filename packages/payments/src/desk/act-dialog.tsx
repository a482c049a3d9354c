import { data } from '@zabuni/api/client'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { FileDrop } from '@zabuni/ui/file-drop'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useRef, useState } from 'react'
import { addEvidence, propose, type Resolution, type Subject } from './queries.ts'

/** As the server takes them. */
const MAX_EVIDENCE = 5 * 1024 * 1024
const TYPES = ['pdf', 'jpg', 'jpeg', 'png']

type Act = Resolution['act']

type Props = {
  act: Act
  of: Subject
  /** Who, what and how much, and whether it can be undone. */
  means: string
  /** One person is enough: it is done at once. */
  alone: boolean
  /** The order that the money could be of. */
  suggested?: string | undefined
  onClose: () => void
  onDone: () => Promise<void>
  withProof: <T>(act: () => Promise<T>) => Promise<T>
}

const Form = ({ act, of, alone, suggested, onClose, onDone, withProof }: Props) => {
  const { t } = useTranslation(['payments', 'common', 'console'])
  const proved = act === 'match' || act === 'allocate'
  const [file, setFile] = useState<File>()
  // A document that arrived is not sent again with what was refused beside it.
  const kept = useRef<{ file: File; id: string }>(undefined)
  const form = useProblemForm({
    defaultValues: { order_number: suggested ?? '', reason: '', evidence_id: '' },
    submit: async ({ order_number, reason }) => {
      if (file && kept.current?.file !== file)
        kept.current = { file, id: (await data(addEvidence(file))).evidence_id }
      const evidence_id = file ? kept.current?.id : undefined
      await withProof(() =>
        data(
          propose(
            of,
            {
              reason,
              ...(act === 'allocate' ? { order_number: order_number.trim() } : {}),
              ...(evidence_id ? { evidence_id } : {}),
            },
            act,
          ),
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
      {act === 'ask' ? null : (
        <Banner tone={alone ? 'warn' : 'info'}>
          {t(alone ? 'desk.line.alone' : 'desk.line.two')}
        </Banner>
      )}
      {act === 'allocate' ? (
        <InputField
          required
          label={t('list.number')}
          autoComplete="off"
          spellCheck={false}
          {...form.field('order_number')}
        />
      ) : null}
      <TextareaField
        required
        rows={3}
        label={t('common:form.reason')}
        hint={t('desk.story.reasonHint')}
        {...form.field('reason')}
      />
      {act === 'ask' ? null : (
        <div className="grid gap-1">
          <FileDrop
            label={proved ? t('desk.line.evidence') : t('desk.line.evidenceOptional')}
            types={TYPES}
            maxBytes={MAX_EVIDENCE}
            multiple={false}
            files={file ? [{ id: 'evidence', name: file.name, size: file.size }] : []}
            onPick={([picked]) => {
              setFile(picked)
              form.clearErrors('evidence_id')
            }}
            onRemove={() => setFile(undefined)}
          />
          {form.field('evidence_id').error ? (
            <p role="alert" className="text-xs text-bad">
              {form.field('evidence_id').error}
            </p>
          ) : null}
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button
          type="submit"
          look={act === 'dismiss' || act === 'undo' ? 'danger' : 'primary'}
          busy={form.busy}
        >
          {alone || act === 'ask' ? t(`desk.acts.${act}`) : t('desk.propose')}
        </Button>
      </div>
    </form>
  )
}

/** Says what an act means, and takes why, by which document, and which order it is about. */
export const ActDialog = (props: Props) => {
  const { t } = useTranslation('payments')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t(`desk.acts.${props.act}`)}
      description={props.means}
    >
      <Form {...props} />
    </Dialog>
  )
}
