import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { TextLink } from '@zabuni/ui/text-link'
import type { ReactNode } from 'react'

/** One question in a list: what is asked, how it is answered, what it counts. */
export const QuestionLine = ({
  question,
  number,
  found,
  actions,
}: {
  question: Schemas['Question']
  number: number
  found: Schemas['CategoryDetails']
  actions?: ReactNode
}) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const to =
    editable(found) && mayHere(found.activity, 'ask')
      ? href('questionEdit', {
          categoryId: found.id,
          sectionId: question.section_id,
          questionId: question.id,
        })
      : null
  const marks = [
    t(`responses.${question.response_type}`),
    ...(question.must_answer ? [t('question.must')] : []),
    ...(question.goes_qa ? [t('question.qa')] : []),
    ...(question.goes_dd ? [t('question.dd')] : []),
    ...(question.scored && question.max_score
      ? [t('stats.points', { points: short(question.max_score) })]
      : []),
  ]
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 hover:bg-canvas">
      <span className="tabular w-5 shrink-0 pt-0.5 text-right text-xs text-ink-3">{number}</span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <TextLink
          to={to}
          look="w-fit max-w-full rounded-sm text-sm font-medium break-words"
          link="hover:text-brand hover:underline"
        >
          {question.prompt}
        </TextLink>
        <span className="text-xs text-ink-3">{marks.join(' · ')}</span>
      </span>
      {actions}
    </li>
  )
}
