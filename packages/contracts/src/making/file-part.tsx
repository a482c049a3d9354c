import { ApiError } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { FileDrop, type Uploaded } from '@zabuni/ui/file-drop'
import { FormPart } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { sendFile } from './queries.ts'
import type { Values } from './values.ts'

const TYPES = ['pdf', 'doc', 'docx'] as const

/** The file that a contract is: sent as soon as it is chosen, taken when the form is saved. */
export const FilePart = ({
  form,
  buyer,
  replaces,
}: {
  form: ProblemForm<Values>
  /** Whose it will be, where the operator's people send it. */
  buyer: string
  /** The file that stands so far. */
  replaces?: string | undefined
}) => {
  const { t, i18n } = useTranslation('contracts')
  const [moving, setMoving] = useState<Uploaded | null>(null)
  const chosen = useRef<File>(null)
  // A field of the form like the others: what was said against it is forgotten when it is sent again.
  const { field, fieldState } = useController({ control: form.control, name: 'file' })
  const taken = field.value
  const fault = fieldState.error?.message
  const set = (file: Values['file']) => {
    form.setValue('file', file, { shouldDirty: true })
    form.setValue('pending_taken', false)
    form.clearErrors('file')
  }
  const send = async (whole: File): Promise<boolean> => {
    const { name, size } = whole
    chosen.current = whole
    set(null)
    // What was taken away or chosen anew meanwhile says nothing any more.
    const still = () => chosen.current === whole
    const show = (more: Partial<Uploaded>) =>
      still() && setMoving({ id: name, name, size, ...more })
    show({ percent: 0 })
    try {
      const sent = await sendFile(buyer, whole, (percent) => show({ percent }))
      if (still()) {
        show({ percent: 100 })
        const { file: id = '', insertions, deletions, comments } = sent
        set({ id, name, insertions, deletions, comments })
      }
      return true
    } catch (failure) {
      const [fault] = (failure instanceof ApiError && failure.problem?.errors) || []
      show({ error: fault ? faultText(fault, i18n) : problemText(failure, i18n) })
      return !still()
    }
  }
  const waits = taken ? taken.insertions + taken.deletions + taken.comments > 0 : false
  const shown = moving ?? (taken ? { id: taken.id, name: taken.name, size: 0, percent: 100 } : null)
  return (
    <FormPart title={t('making.file')} body={t('making.fileBody')}>
      {replaces ? (
        <p className="text-sm text-ink-2">{t('making.replaces', { name: replaces })}</p>
      ) : null}
      <FileDrop
        label={t('making.fileLabel')}
        types={TYPES}
        multiple={false}
        files={shown ? [shown] : []}
        onPick={([first]) => first && form.wait(send(first))}
        onRemove={() => {
          chosen.current = null
          setMoving(null)
          set(null)
        }}
      />
      {fault ? (
        <p role="alert" className="text-xs text-bad">
          {fault}
        </p>
      ) : null}
      {taken && waits ? (
        <>
          <Banner tone="warn">{t('making.pending', taken)}</Banner>
          <Checkbox label={t('making.pendingTaken')} {...form.register('pending_taken')} />
        </>
      ) : null}
    </FormPart>
  )
}
