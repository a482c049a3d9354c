import { useTranslation } from '@zabuni/i18n'
import { Answer } from './answer.tsx'
import { Given } from './given.tsx'
import type { Section } from './queries.ts'
import { useBidWork } from './use-draft.ts'

/** One section of the questions, on its own sheet. */
export const SectionStep = ({ section }: { section: Section }) => {
  const { t } = useTranslation(['bidding', 'console'])
  const { open } = useBidWork()
  const must = section.questions.some((q) => q.must_answer)
  return (
    <section
      aria-labelledby="step-title"
      className="rounded-lg border border-line bg-surface p-5 shadow-xs sm:p-8"
    >
      <h2 id="step-title" tabIndex={-1} className="text-lg font-semibold outline-none">
        {section.name}
      </h2>
      {section.description ? (
        <p className="mt-1 max-w-prose text-sm whitespace-pre-line text-ink-2">
          {section.description}
        </p>
      ) : null}
      {must && open ? (
        <p className="mt-1 text-xs text-ink-3">{t('console:form.requiredMark')}</p>
      ) : null}
      {section.questions.length ? (
        <div className="mt-6 grid max-w-[640px] gap-7">
          {section.questions.map((question) => (
            <div key={question.id} id={`at-${question.id}`} className="min-w-0 scroll-mt-40">
              {question.addendum ? (
                <p className="mb-1 text-xs font-medium text-ink-2">
                  {t('addenda.cameBy', { number: question.addendum })}
                </p>
              ) : null}
              {open ? <Answer question={question} /> : <Given question={question} />}
            </div>
          ))}
        </div>
      ) : (
        <p className="mt-4 text-ink-2">{t('question.none')}</p>
      )}
    </section>
  )
}
