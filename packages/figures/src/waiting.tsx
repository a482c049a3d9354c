import { RESULT_OF } from '@zabuni/activities/activity'
import type { Slot } from '@zabuni/activities/slots'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { LineLink } from '@zabuni/ui/text-link'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Work } from './queries.ts'

const SLOT = {
  opening: 'opening',
  prices: 'opening',
  minutes: 'opening',
  evaluation: 'evaluationInstructions',
  recommendation: 'categoryLetters',
  approval: 'categoryLetters',
} as const satisfies Record<Work['kind'], Slot>

const TONES: Record<Work['kind'], Tone> = {
  opening: 'warn',
  prices: 'warn',
  minutes: 'info',
  evaluation: 'info',
  recommendation: 'info',
  approval: 'warn',
}

/** Where a piece of work is done; activities without screens of their own lead to their category. */
const useHrefOfWork = () => {
  const { hrefOf } = useHere()
  return (w: Work) => {
    const ids = { jobId: w.job_id, categoryId: w.category_id }
    return hrefOf(w.activity, SLOT[w.kind], ids) ?? hrefOf(w.activity, 'participants', ids)
  }
}

/** What waits for the person who looks, the longest first. */
export const Waiting = ({ rows }: { rows: readonly Work[] }) => {
  const { t } = useTranslation('figures')
  const hrefOfWork = useHrefOfWork()
  // What is proposed and decided is said by what the decision makes.
  const wordOf = ({ kind, activity }: Work) =>
    kind === 'recommendation' || kind === 'approval'
      ? t(`waiting.${kind}.${RESULT_OF[activity]}`)
      : t(`waiting.kinds.${kind}`)
  const { hash, key } = useLocation()
  const here = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key, so that a second click leads here again
  useEffect(() => {
    if (hash === '#waiting') here.current?.focus()
  }, [hash, key])
  return (
    <div ref={here} id="waiting" tabIndex={-1} className="scroll-mt-20 rounded-lg">
      <Card title={t('waiting.title')} flush>
        {rows.length ? (
          <ul className="divide-y divide-line">
            {rows.map((w) => (
              <li
                key={w.kind + w.category_id}
                className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-canvas"
              >
                <span className="grid min-w-0 flex-1 basis-60">
                  <LineLink to={hrefOfWork(w)}>{w.name}</LineLink>
                  <span className="text-xs break-words text-ink-3">
                    {w.reference} · {w.job_title}
                  </span>
                </span>
                <span className="grid justify-items-start gap-0.5 sm:justify-items-end">
                  <Badge tone={TONES[w.kind]}>{wordOf(w)}</Badge>
                  <span className="text-xs text-ink-3">
                    {t('waiting.since', { date: formatDate(w.since) })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="px-4 py-6 text-sm text-ink-2">{t('waiting.none')}</p>
        )}
      </Card>
    </div>
  )
}
