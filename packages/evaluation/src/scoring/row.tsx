import type { ReactNode } from 'react'
import type { Cell, Question } from '../queries.ts'
import { Given } from './given.tsx'
import { Mark } from './mark.tsx'
import { placeOf, typeScore } from './rail.tsx'

/** One answer with its score: a line on a desk, two on a phone. Digits typed anywhere on it are its score. */
export const AnswerRow = ({
  id,
  name,
  heading,
  question,
  cell,
  ...mark
}: {
  /** What it is found by among its neighbours. */
  id: string
  name: string
  heading: ReactNode
  question: Question
  cell: Cell
  categoryId: string
  final: boolean
  onScored: () => void
}) => (
  <li
    id={placeOf(id)}
    tabIndex={-1}
    aria-label={name}
    onKeyDown={typeScore}
    className="grid scroll-mt-20 gap-x-6 gap-y-2 px-4 py-2.5 -outline-offset-2 focus-within:shadow-[inset_3px_0_0_var(--color-brand)] focus:outline-none xl:grid-cols-[minmax(0,1fr)_328px]"
  >
    <div className="grid min-w-0 content-start gap-1">
      {heading}
      <Given question={question} cell={cell} />
    </div>
    {question.manual ? (
      <Mark key={cell.submission_id + cell.question_id} question={question} cell={cell} {...mark} />
    ) : null}
  </li>
)
