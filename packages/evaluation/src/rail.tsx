import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { ProgressBar } from '@zabuni/ui/progress'
import { ArrowDownIcon, CheckIcon } from 'lucide-react'
import type { KeyboardEvent } from 'react'

type Question = Schemas['SheetQuestion']
type Cell = Schemas['SheetCell']

/** A person scored the question, or the platform did where nobody has to. */
export const isScored = (question: Question, cell: Cell | undefined) =>
  !!cell?.mine || (!question.manual && cell?.auto !== undefined)

/** The next question to score after one: on from there, and round again from the first. */
export const openAfter = <Q extends { id: string }>(
  questions: readonly Q[],
  open: readonly Q[],
  id: string,
): Q | undefined => {
  const place = questions.findIndex((q) => q.id === id)
  const others = open.filter((q) => q.id !== id)
  return others.find((q) => questions.indexOf(q) > place) ?? others[0]
}

/** Brings a question before the eyes and the keys of a person. */
export const goTo = (id: string | undefined) => {
  const place = id ? document.getElementById(`q-${id}`) : null
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'start' })
}

/** A figure typed anywhere on a question is its score: the field need not be found first. */
export const typeScore = (e: KeyboardEvent<HTMLElement>) => {
  const { target, currentTarget, key } = e
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (typing || e.ctrlKey || e.metaKey || e.altKey || !/^\d$/.test(key)) return
  const field = currentTarget.querySelector<HTMLInputElement>('input[inputmode="decimal"]')
  field?.focus()
  field?.select() // the key itself lands in the field that has the focus now
}

/** What there is to score and what is scored already: beside the answers on a desk. */
export const Rail = ({
  questions,
  mine,
  next,
}: {
  questions: readonly Question[]
  mine: ReadonlyMap<string, Cell>
  next: Question | undefined
}) => {
  const { t } = useTranslation('evaluation')
  const counted = questions.filter((q) => q.manual)
  const done = counted.filter((q) => isScored(q, mine.get(q.id))).length
  return (
    <div className="grid content-start gap-3 lg:sticky lg:top-16">
      {counted.length ? (
        <div className="grid gap-1.5">
          <p className="flex justify-between gap-3 text-sm">
            <span className="font-medium">
              {t('marks.progress', { done, total: counted.length })}
            </span>
            <span className="tabular text-ink-2">{Math.round((100 * done) / counted.length)}%</span>
          </p>
          <ProgressBar
            label={t('marks.progress', { done, total: counted.length })}
            percent={(100 * done) / counted.length}
          />
        </div>
      ) : null}
      {next ? (
        <Button icon={<ArrowDownIcon aria-hidden="true" size={14} />} onClick={() => goTo(next.id)}>
          {t('marks.nextUnscored')}
        </Button>
      ) : null}
      {next ? <p className="-mt-1 text-xs text-ink-3 max-lg:hidden">{t('marks.keys')}</p> : null}
      <nav aria-label={t('marks.questions')} className="max-lg:hidden">
        <ol className="grid max-h-[calc(100dvh-12rem)] gap-px overflow-y-auto p-0.5">
          {questions.map((q, i) => {
            const ticked = isScored(q, mine.get(q.id))
            // What nobody scores is only read.
            const waits = q.manual && !ticked
            return (
              <li key={q.id}>
                <a
                  href={`#q-${q.id}`}
                  onClick={(e) => {
                    e.preventDefault()
                    goTo(q.id)
                  }}
                  className="flex items-center gap-2.5 rounded-md px-2 py-1.5 text-sm text-ink-2 hover:bg-sunken hover:text-ink"
                >
                  <span
                    aria-hidden="true"
                    className={cx(
                      'grid size-5 shrink-0 place-items-center rounded-full text-2xs',
                      ticked && 'bg-brand text-ink-inverse',
                      waits && 'border border-line-strong text-ink-3',
                    )}
                  >
                    {ticked ? (
                      <CheckIcon size={12} strokeWidth={3} />
                    ) : waits ? (
                      i + 1
                    ) : (
                      <span className="size-1.5 rounded-full bg-line-strong" />
                    )}
                  </span>
                  <span className="line-clamp-2 min-w-0">{q.prompt}</span>
                </a>
              </li>
            )
          })}
        </ol>
      </nav>
    </div>
  )
}
