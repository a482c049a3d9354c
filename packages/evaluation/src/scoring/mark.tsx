import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { isWire, QUANTITY_DIGITS } from '@zabuni/i18n/decimal'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { NumberField } from '@zabuni/ui/number-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { CheckIcon, MessageSquareIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Cell, keepMark, putMarks, type Question } from '../queries.ts'
import { points } from './points.ts'

/** What was typed that the server would take: then nobody has to wait for its word. */
const fits = (value: string, max: string | undefined) =>
  isWire(value, QUANTITY_DIGITS) && Number(value) >= 0 && Number(value) <= Number(max ?? 0)

const Final = ({ question, cell }: { question: Question; cell: Cell }) => {
  const { t, i18n } = useTranslation('evaluation')
  return (
    <div className="grid content-start gap-1 text-sm">
      <p className="font-medium">
        {t('marks.given', {
          value: cell.mine ? points(cell.mine, i18n.language) : '—',
          max: points(question.max_score ?? '0', i18n.language),
        })}
      </p>
      {cell.comment ? <p className="break-words text-ink-2">{cell.comment}</p> : null}
    </div>
  )
}

const Form = ({
  question,
  cell,
  categoryId,
  onScored,
}: {
  question: Question
  cell: Cell
  categoryId: string
  onScored: () => void
}) => {
  const { t, i18n } = useTranslation('evaluation')
  const client = useQueryClient()
  const [commenting, setCommenting] = useState(false)
  const [just, setJust] = useState(false)
  const form = useProblemForm({
    // What is typed and not sent yet is there again after a reload, or when one comes back to the bid.
    keep: `mark.${cell.submission_id}.${question.id}`,
    defaultValues: { value: cell.mine ?? '', comment: cell.comment ?? '' },
    nameOf: (pointer) => pointer.replace('/marks/0/', ''), // one mark is sent at a time
    submit: async ({ value, comment }) => {
      const mark = {
        submission_id: cell.submission_id,
        question_id: question.id,
        value,
        comment,
      }
      // Whoever types fast is at the next answer before this one has been stored.
      const ahead = fits(value, question.max_score)
      if (ahead) onScored()
      try {
        await putMarks(categoryId, [mark])
      } catch (error) {
        if (ahead) toast('bad', t('marks.notSaved', { question: question.prompt }))
        throw error
      }
      form.reset({ value, comment })
      form.kept.forget()
      setCommenting(false)
      setJust(true)
      keepMark(client, categoryId, mark)
      if (!ahead) onScored()
    },
  })
  const { setFocus } = form
  useEffect(() => {
    if (commenting) setFocus('comment')
  }, [commenting, setFocus])
  const { isDirty } = form.formState
  const comment = form.watch('comment')
  const max = points(question.max_score ?? '0', i18n.language)
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid content-start gap-2">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <div className="flex flex-wrap items-start gap-2">
        {/* Its label is said and not shown, and leaves no gap. */}
        <div className="-mt-1.5">
          <Bound form={form} name="value">
            {(control) => (
              <NumberField
                label={<span className="sr-only">{t('marks.score', { max })}</span>}
                className="w-20"
                {...control}
              />
            )}
          </Bound>
        </div>
        <span aria-hidden="true" className="flex h-9 items-center text-sm text-ink-3 max-sm:h-11">
          / {max}
        </span>
        {isDirty ? (
          <Button type="submit" busy={form.busy} className="ml-auto">
            {t('marks.save')}
          </Button>
        ) : (
          <span
            role="status"
            className="flex size-9 items-center justify-center text-ok max-sm:size-11"
          >
            {cell.mine ? (
              <>
                <CheckIcon aria-hidden="true" size={16} strokeWidth={2.5} />
                <span className="sr-only">{just ? t('marks.saved') : t('marks.scored')}</span>
              </>
            ) : null}
          </span>
        )}
        <Button
          look="ghost"
          aria-expanded={commenting}
          icon={<MessageSquareIcon aria-hidden="true" size={15} />}
          className={isDirty ? undefined : 'ml-auto'}
          onClick={() => setCommenting(!commenting)}
        >
          {t('marks.comment')}
        </Button>
      </div>
      {commenting ? (
        <TextareaField
          rows={2}
          label={t('marks.comment')}
          maxLength={2000}
          {...form.field('comment')}
        />
      ) : comment ? (
        <p className="line-clamp-2 text-sm break-words text-ink-2">{comment}</p>
      ) : null}
      {isDirty ? <p className="text-xs text-warn">{t('marks.kept')}</p> : null}
    </form>
  )
}

/** The score of one answer: a field of one line, its comment where somebody wants to write one. */
export const Mark = ({
  final,
  ...mark
}: {
  question: Question
  cell: Cell
  categoryId: string
  /** My scores do not change any more. */
  final: boolean
  /** The score is on its way: on to the next one. */
  onScored: () => void
}) => (final ? <Final {...mark} /> : <Form {...mark} />)
