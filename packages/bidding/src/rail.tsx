import { useTranslation } from '@zabuni/i18n'
import { cx } from '@zabuni/ui/cx'
import { ProgressBar } from '@zabuni/ui/progress'
import { CheckIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Step } from './steps.ts'
import { useBidWork } from './use-draft.ts'

/** How far the bid is, and its parts: a rail at the side, a strip on phones. */
export const Rail = ({ steps, at }: { steps: readonly Step[]; at: number }) => {
  const { t } = useTranslation('bidding')
  const { percent, done, total } = useBidWork()
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    void at
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [at])
  return (
    <aside
      aria-label={t('steps.progress')}
      className="z-10 grid min-w-0 content-start gap-3 self-start max-lg:sticky max-lg:top-12 max-lg:-mx-4 max-lg:border-b max-lg:border-line max-lg:bg-canvas max-lg:px-4 max-lg:py-2 max-lg:sm:-mx-6 max-lg:sm:px-6 lg:sticky lg:top-16"
    >
      <div className="grid gap-1.5">
        <p className="flex justify-between gap-3 text-sm">
          <span className="font-medium">{t('steps.mandatory', { done, total })}</span>
          <span className="tabular text-ink-2">{percent}%</span>
        </p>
        <ProgressBar label={t('steps.progress')} percent={percent} />
      </div>
      <nav aria-label={t('steps.label')} className="relative min-w-0">
        <ol className="relative flex gap-1 overflow-x-auto p-0.5 lg:grid lg:max-h-[calc(100dvh-14rem)] lg:overflow-x-visible lg:overflow-y-auto">
          {steps.map((step, i) => {
            const ticked = step.kind !== 'review' && step.done === step.total
            return (
              <li key={step.key} className="max-lg:shrink-0">
                <Link
                  ref={i === at ? current : undefined}
                  to={step.to}
                  aria-current={i === at ? 'step' : undefined}
                  className={cx(
                    'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm font-medium max-lg:min-h-11 max-lg:max-w-60',
                    i === at
                      ? 'bg-surface text-ink shadow-xs ring-1 ring-line'
                      : 'text-ink-2 hover:bg-sunken',
                  )}
                >
                  <span
                    aria-hidden="true"
                    className={cx(
                      'grid size-5 shrink-0 place-items-center rounded-full text-2xs',
                      ticked ? 'bg-brand text-ink-inverse' : 'border border-line-strong text-ink-3',
                    )}
                  >
                    {ticked ? <CheckIcon size={12} strokeWidth={3} /> : i + 1}
                  </span>
                  <span className="min-w-0 truncate lg:whitespace-normal">{step.label}</span>
                  {step.total && !ticked ? (
                    <span aria-hidden="true" className="tabular ml-auto text-xs text-ink-3">
                      {step.done}/{step.total}
                    </span>
                  ) : null}
                  {step.kind === 'review' ? null : (
                    <span className="sr-only">
                      ,{' '}
                      {ticked
                        ? t('steps.complete')
                        : t('steps.missing', { count: step.total - step.done })}
                    </span>
                  )}
                </Link>
              </li>
            )
          })}
        </ol>
      </nav>
    </aside>
  )
}
