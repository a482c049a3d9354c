import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { ProgressBar } from '@zabuni/ui/progress'
import { ArrowDownIcon, CheckIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { UNSCORED } from '../gaps.ts'
import type { Cell, Question } from '../queries.ts'

/** A person scored the question, or the platform did where nobody has to. */
export const isScored = (question: Question, cell: Cell | undefined) =>
  !!cell?.mine || (!question.manual && cell?.auto !== undefined)

/** The next thing to score after one: on from there, and round again from the first. */
export const openAfter = <Q extends { id: string }>(
  all: readonly Q[],
  open: readonly Q[],
  id: string,
): Q | undefined => {
  const place = all.findIndex((q) => q.id === id)
  const others = open.filter((q) => q.id !== id)
  return others.find((q) => all.indexOf(q) > place) ?? others[0]
}

/** The parts of a list that stand together by a key, in their order. */
export const groupsOf = <T,>(list: readonly T[], key: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>()
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) ?? []), one])
  return [...groups.values()]
}

/** What a thing to score is found by on its screen. */
export const placeOf = (id: string) => `q-${id}`

/** Brings a thing to score before the eyes and the keys of a person. */
export const goTo = (id: string | undefined) => {
  const place = id ? document.getElementById(placeOf(id)) : null
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'start' })
}

/**
 * Takes whoever works by the keyboard on to what comes next; and there once more where what is drawn anew took the
 * focus away with it.
 */
export const useGoOn = <To,>(drawn: unknown, go: (to: To) => void) => {
  const last = useRef<{ to: To }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is drawn
  useEffect(() => {
    if (last.current && document.activeElement === document.body) go(last.current.to)
  }, [drawn])
  return (to: To) => {
    last.current = { to }
    go(to)
  }
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

/** Goes to what the address names once it is there: an answer, or the first one without a score. */
export const Arrive = ({ open }: { open: readonly { id: string }[] }) => {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an address, whatever is scored afterwards
  useEffect(() => {
    if (!hash) return
    const name = hash.slice(1)
    // After the title of the new screen has had the focus.
    const frame = requestAnimationFrame(() =>
      goTo(name === UNSCORED ? open[0]?.id : name.replace(placeOf(''), '')),
    )
    return () => cancelAnimationFrame(frame)
  }, [key])
  return null
}

type Entry = {
  id: string
  label: string
  /** The part of the list that it stands in. */
  group: string
  scored: boolean
  /** Somebody has to score it; else it is only read. */
  counts: boolean
}

/** What there is to score, or to check, and what is done already: beside the answers on a desk. */
export const Rail = ({
  of = 'marks',
  label,
  entries,
  next,
}: {
  of?: 'marks' | 'checks'
  label: string
  entries: readonly Entry[]
  next: string | undefined
}) => {
  const { t } = useTranslation('evaluation')
  const counted = entries.filter((e) => e.counts)
  const done = counted.filter((e) => e.scored).length
  const groups = groupsOf(entries, (e) => e.group)
  const number = new Map(entries.map((e, i) => [e.id, i + 1]))
  return (
    <div className="grid content-start gap-3 lg:sticky lg:top-16">
      {counted.length ? (
        <div className="grid gap-1.5">
          <p className="flex justify-between gap-3 text-sm">
            <span className="font-medium">
              {t(`${of}.progress`, { done, total: counted.length })}
            </span>
            <span className="tabular text-ink-2">{Math.round((100 * done) / counted.length)}%</span>
          </p>
          <ProgressBar
            label={t(`${of}.progress`, { done, total: counted.length })}
            percent={(100 * done) / counted.length}
          />
        </div>
      ) : null}
      {next ? (
        <Button icon={<ArrowDownIcon aria-hidden="true" size={14} />} onClick={() => goTo(next)}>
          {t(`${of}.nextUnscored`)}
        </Button>
      ) : null}
      {next ? <p className="-mt-1 text-xs text-ink-3 max-lg:hidden">{t(`${of}.keys`)}</p> : null}
      <nav
        aria-label={label}
        className="grid max-h-[calc(100dvh-12rem)] gap-2 overflow-y-auto p-0.5 max-lg:hidden"
      >
        {groups.map((own) => (
          <section key={own[0]?.id}>
            {groups.length > 1 ? (
              <h2 className="px-2 py-1 text-xs font-medium text-ink-3">{own[0]?.group}</h2>
            ) : null}
            <ol className="grid gap-px">
              {own.map((e) => {
                const waits = e.counts && !e.scored
                return (
                  <li key={e.id}>
                    <a
                      href={`#${placeOf(e.id)}`}
                      onClick={(event) => {
                        event.preventDefault()
                        goTo(e.id)
                      }}
                      className="flex items-center gap-2.5 rounded-md px-2 py-1 text-sm text-ink-2 hover:bg-sunken hover:text-ink"
                    >
                      <span
                        aria-hidden="true"
                        className={cx(
                          'grid size-5 shrink-0 place-items-center rounded-full text-2xs',
                          e.scored && 'bg-brand text-ink-inverse',
                          waits && 'border border-line-strong text-ink-3',
                        )}
                      >
                        {e.scored ? (
                          <CheckIcon size={12} strokeWidth={3} />
                        ) : waits ? (
                          number.get(e.id)
                        ) : (
                          <span className="size-1.5 rounded-full bg-line-strong" />
                        )}
                      </span>
                      <span className="line-clamp-2 min-w-0">{e.label}</span>
                    </a>
                  </li>
                )
              })}
            </ol>
          </section>
        ))}
      </nav>
    </div>
  )
}
