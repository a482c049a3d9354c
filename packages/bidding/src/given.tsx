import { useTranslation } from '@zabuni/i18n'
import { CircleAlertIcon } from 'lucide-react'
import { useShownValue } from './answer.tsx'
import { Arrived } from './file-answer.tsx'
import type { Question } from './queries.ts'
import { useBidWork } from './use-draft.ts'

/** A question with its answer, to read. */
export const Given = ({ question }: { question: Question }) => {
  const { t } = useTranslation('bidding')
  const { value, answered } = useBidWork()
  const shown = useShownValue()
  const text = shown(question, value(question))
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 text-sm wrap-anywhere">
      <p className="text-ink-2">
        {question.prompt}
        {question.must_answer ? <span aria-hidden="true"> *</span> : null}
      </p>
      {question.files.length ? (
        <ul className="grid max-w-[640px] gap-1.5">
          {question.files.map((file) => (
            <Arrived key={file.id} file={file} question={question} />
          ))}
        </ul>
      ) : text ? (
        <p className="max-w-prose font-medium whitespace-pre-line group-data-unsent:line-through">
          {text}
        </p>
      ) : question.must_answer && !answered(question) ? (
        <p className="flex items-center gap-1.5 text-bad">
          <CircleAlertIcon aria-hidden="true" size={14} />
          {t('review.missing')}
        </p>
      ) : (
        <p className="text-ink-3">{t('review.noAnswer')}</p>
      )}
    </div>
  )
}
