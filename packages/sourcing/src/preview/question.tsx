import { useTranslation } from '@zabuni/i18n'
import { controlClass } from '@zabuni/ui/field'
import { PaperclipIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** What a bidder sees of a question. */
export type ShownQuestion = {
  prompt: string
  help: string
  response_type: string
  must_answer: boolean
  options: readonly { label: string }[]
}

/** The two answers of the kinds that have no options of their own. */
const PAIRS: Record<string, readonly ['yes' | 'true', 'no' | 'false']> = {
  yes_no: ['yes', 'no'],
  true_false: ['true', 'false'],
  boolean: ['true', 'false'],
}

const Choices = ({ labels, many }: { labels: readonly string[]; many: boolean }) => {
  const name = useId()
  return (
    <div className="grid gap-2">
      {labels.map((label, i) => (
        <label key={i} className="flex min-h-6 items-start gap-2.5 text-sm">
          <input
            type={many ? 'checkbox' : 'radio'}
            name={name}
            className="mt-0.5 size-4 shrink-0 accent-brand"
          />
          <span className="min-w-0 break-words">{label || '…'}</span>
        </label>
      ))}
    </div>
  )
}

const Answer = ({ question, label }: { question: ShownQuestion; label: string }) => {
  const { t } = useTranslation('sourcing')
  const pair = PAIRS[question.response_type]
  if (pair)
    return <Choices many={false} labels={pair.map((answer) => t(`preview.answers.${answer}`))} />
  const shown: Record<string, () => ReactNode> = {
    text: () => <input aria-labelledby={label} className={`${controlClass} h-9`} />,
    textbox: () => <textarea aria-labelledby={label} rows={3} className={`${controlClass} py-2`} />,
    number: () => (
      <input
        aria-labelledby={label}
        inputMode="decimal"
        className={`${controlClass} tabular h-9 max-w-48 text-right`}
      />
    ),
    selection: () => <Choices many={false} labels={question.options.map((o) => o.label)} />,
    checkboxes: () => <Choices many labels={question.options.map((o) => o.label)} />,
    file_upload: () => (
      <p className="flex items-center gap-2 rounded-md border border-dashed border-control px-3 py-3 text-sm text-ink-2">
        <PaperclipIcon aria-hidden="true" size={15} className="shrink-0" />
        {t('preview.files')}
      </p>
    ),
  }
  return shown[question.response_type]?.()
}

/** A question as a bidder meets it; nothing in it can be answered here. */
export const QuestionPreview = ({
  question,
  number,
}: {
  question: ShownQuestion
  number?: string | undefined
}) => {
  const { t } = useTranslation('sourcing')
  const id = useId()
  return (
    <div className="grid gap-2">
      <p id={id} className="min-w-0 text-sm font-medium break-words whitespace-pre-line">
        {number ? <span className="tabular mr-1.5 text-ink-3">{number}</span> : null}
        {question.prompt || t('preview.noPrompt')}
        {question.must_answer ? (
          <span className="text-bad">
            <span aria-hidden="true">{' *'}</span>
            <span className="sr-only"> {t('preview.must')}</span>
          </span>
        ) : null}
      </p>
      {question.help ? (
        <p className="text-xs whitespace-pre-line text-ink-2">{question.help}</p>
      ) : null}
      <fieldset disabled aria-labelledby={id}>
        <Answer question={question} label={id} />
      </fieldset>
    </div>
  )
}
