import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { mayHere } from '@zabuni/activities/may'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { cx } from '@zabuni/ui/cx'
import { TextLink } from '@zabuni/ui/text-link'
import { useState } from 'react'
import { type Desk, type OpenedBid, origins } from './queries.ts'
import { placeOf } from './scoring/rail.tsx'

type Step = OpenedBid['explanation'][number]
type Words = Schemas['Origins']

// What stands below a question or a section speaks of the same one.
const NAMED = ['section.score', 'criterion.score', 'option']

/** What a figure is of, in words: a section, a question, an option, an evaluator. */
const namesOf = (d: Desk, words: Words | undefined) => {
  const names = new Map(
    [...(words?.sections ?? []), ...(words?.questions ?? []), ...(words?.options ?? [])].map(
      ({ id, text }) => [id, text],
    ),
  )
  const people = new Map(d.evaluators.map(({ id, name }) => [id, name]))
  return ({ code, of = '', source = '' }: Step) =>
    code === 'mark' ? people.get(source) : NAMED.includes(code) ? names.get(of) : undefined
}

const Lines = ({ bid, d }: { bid: OpenedBid; d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { data: words } = useQuery(origins(d.category_id))
  const nameOf = namesOf(d, words)
  // In a round figures are of the bid that was judged before it.
  const judged = bid.explanation.find(({ code }) => code === 'technical.total')?.of
  const sheet =
    d.my_interest === 'none' && mayHere(d.activity, 'judge') && judged === bid.submission_id
      ? href('conductEvaluation', { categoryId: d.category_id, participantId: judged })
      : null
  const remarkOf = ({ code, of, source }: Step) =>
    code === 'mark'
      ? words?.remarks.find(
          (r) => r.submission_id === judged && r.question_id === of && r.evaluator_id === source,
        )?.comment
      : undefined
  return (
    <ul className="mt-2 grid rounded-md border border-line bg-canvas px-3 py-1">
      {bid.explanation.map((line, i) => {
        const name = nameOf(line)
        const remark = remarkOf(line)
        const what = t(`figures.${line.code.replaceAll('.', '_') as 'combined'}`, {
          defaultValue: line.code,
        })
        return (
          <li
            key={i}
            className={cx(
              'flex justify-between gap-x-4 py-1',
              line.depth < 2 && i > 0 && 'border-t border-line',
            )}
            style={{ paddingInlineStart: `${line.depth * 16}px` }}
          >
            <span className={cx('grid min-w-0', line.depth ? 'text-ink-2' : 'font-medium')}>
              <span className="break-words">
                {name ? (
                  <>
                    <span className="text-ink-3">{what}: </span>
                    <TextLink
                      to={
                        line.code === 'criterion.score'
                          ? to(sheet, { hash: placeOf(line.of ?? '') })
                          : null
                      }
                      link="underline underline-offset-2 hover:text-brand"
                    >
                      {name}
                    </TextLink>
                  </>
                ) : (
                  what
                )}
              </span>
              {remark ? (
                <q className="max-w-prose break-words whitespace-pre-wrap">{remark}</q>
              ) : null}
              {line.steps?.length ? (
                <span className="font-mono text-xs break-words text-ink-3">
                  {line.steps.join(' ; ')}
                </span>
              ) : null}
            </span>
            <span className="tabular shrink-0 font-medium">{line.shown}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Where a bid's figures come from: questions, evaluators and what they wrote, read once somebody asks. */
export const Origin = ({ bid, d, indent }: { bid: OpenedBid; d: Desk; indent: boolean }) => {
  const { t } = useTranslation('evaluation')
  const [open, setOpen] = useState(false)
  if (!bid.explanation.length) return null
  return (
    <details
      className={cx('text-sm', indent && 'lg:ml-[52px]')}
      onToggle={(e) => setOpen(e.currentTarget.open)}
    >
      <summary className="w-fit rounded-sm py-1 text-xs font-medium text-ink-2 hover:text-ink max-sm:py-3.5">
        {t('ranking.origin')}
      </summary>
      {open ? <Lines bid={bid} d={d} /> : null}
    </details>
  )
}
