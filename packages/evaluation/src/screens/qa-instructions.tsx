import { mayHere } from '@zabuni/activities/may'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LockIcon } from 'lucide-react'
import { Participants } from '../checks/participants.tsx'
import { Sample } from '../checks/sample.tsx'
import { VERDICTS } from '../checks/verdicts.tsx'
import { Declaration } from '../declaration.tsx'
import { ChecksFrame } from '../frame.tsx'
import { Papers } from '../papers.tsx'
import { type Checks, declareChecker } from '../queries.ts'
import { groupsOf } from '../scoring/rail.tsx'

/** What goes through quality assurance, in the order of print. */
const Questions = ({ d }: { d: Checks }) => {
  const { t } = useTranslation('evaluation')
  return (
    <Card title={t('checks.questions')} flush>
      {d.questions.length ? (
        <ol className="divide-y divide-line">
          {groupsOf(d.questions, (q) => q.section_name).flatMap((own) =>
            own.map((q) => (
              <li key={q.id} className="grid gap-0.5 px-4 py-2.5">
                <span className="font-medium break-words">{q.prompt}</span>
                <span className="text-xs text-ink-3">
                  {[q.section_name, q.help].filter(Boolean).join(' · ')}
                </span>
              </li>
            )),
          )}
        </ol>
      ) : (
        <p className="p-4 text-sm text-ink-2">{t('checks.noQuestions')}</p>
      )}
    </Card>
  )
}

/** What a checker goes by: the author's words, and what each verdict means. */
const Instructions = ({ d }: { d: Checks }) => {
  const { t } = useTranslation('evaluation')
  return (
    <Card title={t('checks.instructions')}>
      <div className="grid gap-3 text-sm">
        {d.instructions ? (
          <p className="break-words whitespace-pre-line">{d.instructions}</p>
        ) : null}
        <p className="text-ink-2">{t('checks.rule')}</p>
        <dl className="grid gap-2">
          {VERDICTS.map((verdict, i) => (
            <div key={verdict} className="grid gap-0.5">
              <dt className="flex items-center gap-2 font-medium">
                <kbd className="tabular grid size-4 place-items-center rounded-sm bg-sunken font-sans text-2xs text-ink-2">
                  {i + 1}
                </kbd>
                {t(`checks.verdicts.${verdict}`)}
              </dt>
              <dd className="pl-6 text-xs text-ink-2">{t(`checks.meaning.${verdict}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}

/** What a checker reads first: the own declaration, the bids with their state and whose they are, the rules. */
export default function QaInstructions() {
  const { t } = useTranslation('evaluation')
  return (
    <ChecksFrame tab="qaInstructions">
      {(d) => (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="grid min-w-0 gap-4">
            {!d.my_interest && mayHere(d.activity, 'judge') ? (
              <Declaration categoryId={d.category_id} declare={declareChecker} />
            ) : null}
            {d.my_interest === 'interest' || d.my_interest === 'recused' ? (
              <Banner tone="warn">{t('checks.out')}</Banner>
            ) : null}
            {d.bids.length ? (
              <Participants d={d} />
            ) : (
              <EmptyState
                icon={<LockIcon size={18} />}
                title={t('sealed.title')}
                body={t('checks.sealed')}
              />
            )}
            {d.bids.length && d.my_interest === 'none' ? (
              <Papers categoryId={d.category_id} activity={d.activity} />
            ) : null}
            <Questions d={d} />
          </div>
          <div className="grid gap-4">
            <Sample d={d} />
            <Instructions d={d} />
          </div>
        </div>
      )}
    </ChecksFrame>
  )
}
