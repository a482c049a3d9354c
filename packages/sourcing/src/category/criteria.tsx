import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { short, sum } from '@zabuni/i18n/decimal'
import { formatPercent } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { MoveButtons } from '@zabuni/ui/move-buttons'
import { TextLink } from '@zabuni/ui/text-link'
import { FileSpreadsheetIcon, ListChecksIcon, PlusIcon } from 'lucide-react'
import type { TabProps } from './frame.tsx'
import { InsertCriteria } from './insert-criteria.tsx'
import { QuestionLine } from './question-line.tsx'
import { SectionMenu } from './section-menu.tsx'
import { useOrder } from './use-order.ts'

type Section = Schemas['Section']
type Parts = {
  found: Schemas['CategoryDetails']
  order: ReturnType<typeof useOrder>
  changeable: boolean
}

const Summary = ({ section, all }: { section: Section; all: readonly Section[] }) => {
  const { t, i18n } = useTranslation('sourcing')
  const within = [section, ...all.filter((s) => s.parent_id === section.id)]
  const questions = within.flatMap((s) => s.questions)
  const points = sum(questions.map((q) => (q.scored ? q.max_score : undefined)))
  return (
    <span className="text-xs font-normal text-ink-3">
      {[
        t('section.questions', { count: questions.length }),
        ...(points === '0' ? [] : [t('stats.points', { points })]),
        ...(section.weight
          ? [t('section.weighs', { weight: formatPercent(short(section.weight), i18n.language) })]
          : []),
      ].join(' · ')}
    </span>
  )
}

const Questions = ({ section, found }: Parts & { section: Section }) =>
  section.questions.length ? (
    <ol className="grid divide-y divide-line">
      {section.questions.map((question, i) => (
        <QuestionLine key={question.id} question={question} number={i + 1} found={found} />
      ))}
    </ol>
  ) : null

const SectionCard = ({
  section,
  index,
  count,
  ...parts
}: Parts & { section: Section; index: number; count: number }) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const { found, order, changeable } = parts
  const to = href('questions', { categoryId: found.id, sectionId: section.id })
  const add = changeable
    ? href('questionCreate', { categoryId: found.id, sectionId: section.id })
    : null
  const subsections = found.sections.filter((s) => s.parent_id === section.id)
  return (
    <Card
      flush
      title={
        <span className="grid">
          <TextLink to={to} look="w-fit rounded-sm" link="hover:text-brand hover:underline">
            {section.name}
          </TextLink>
          <Summary section={section} all={found.sections} />
        </span>
      }
      actions={
        changeable ? (
          <>
            <MoveButtons
              name={section.name}
              index={index}
              count={count}
              busy={order.busy}
              onMove={(at) => order.moveSection(section.id, at)}
            />
            <SectionMenu section={section} found={found} order={order} />
          </>
        ) : undefined
      }
    >
      <Questions section={section} {...parts} />
      {subsections.map((sub, i) => (
        <section key={sub.id} className="border-t border-line">
          <header className="flex min-h-11 items-center justify-between gap-3 bg-canvas py-1 pr-4 pl-4">
            <h3 className="grid text-sm font-semibold">
              {sub.name}
              <Summary section={sub} all={[]} />
            </h3>
            {changeable ? (
              <span className="flex items-center gap-2">
                <MoveButtons
                  name={sub.name}
                  index={i}
                  count={subsections.length}
                  busy={order.busy}
                  onMove={(at) => order.moveSection(sub.id, at)}
                />
                <SectionMenu section={sub} found={found} order={order} />
              </span>
            ) : null}
          </header>
          <Questions section={sub} {...parts} />
        </section>
      ))}
      {section.questions.length || subsections.length ? null : (
        <p className="px-4 py-4 text-sm text-ink-2">{t('section.empty')}</p>
      )}
      {add ? (
        <footer className="rounded-b-lg border-t border-line bg-canvas px-2 py-1.5">
          <LinkButton
            to={add}
            size="sm"
            look="ghost"
            icon={<PlusIcon aria-hidden="true" size={15} />}
          >
            {t('question.add')}
          </LinkButton>
        </footer>
      ) : null}
    </Card>
  )
}

/** The sections of a category with their questions, in the order in which suppliers read them. */
export const Criteria = ({ found }: TabProps) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const order = useOrder(found)
  const changeable = editable(found) && mayHere(found.activity, 'ask')
  const create = changeable
    ? href('sectionCreate', { jobId: found.job_id, categoryId: found.id })
    : null
  const top = found.sections.filter((s) => !s.parent_id)
  const button = create ? (
    <span className="flex flex-wrap justify-center gap-2">
      <LinkButton
        to={create}
        look={top.length ? 'secondary' : 'primary'}
        icon={<PlusIcon aria-hidden="true" size={15} />}
      >
        {t('section.add')}
      </LinkButton>
      <LinkButton
        to={href('questionsUpload', { jobId: found.job_id, categoryId: found.id })}
        icon={<FileSpreadsheetIcon aria-hidden="true" size={15} />}
      >
        {t('workbook.questions.link')}
      </LinkButton>
      <InsertCriteria found={found} />
    </span>
  ) : null
  if (!top.length)
    return (
      <Card flush>
        <EmptyState
          icon={<ListChecksIcon size={18} />}
          title={t('section.emptyTitle')}
          body={t('section.emptyBody')}
          action={button}
        />
      </Card>
    )
  return (
    <div className="grid gap-4">
      {editable(found) ? null : <Banner tone="info">{t('category.frozen')}</Banner>}
      {top.map((section, i) => (
        <SectionCard
          key={section.id}
          section={section}
          index={i}
          count={top.length}
          found={found}
          order={order}
          changeable={changeable}
        />
      ))}
      {button ? <div className="justify-self-start">{button}</div> : null}
    </div>
  )
}
