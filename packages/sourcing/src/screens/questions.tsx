import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { AskDialog } from '@zabuni/ui/ask'
import { IconButton } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { MoveButtons } from '@zabuni/ui/move-buttons'
import { Page } from '@zabuni/ui/page'
import { ListChecksIcon, PlusIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { QuestionLine } from '../category/question-line.tsx'
import { useOrder } from '../category/use-order.ts'
import { SectionsPreview } from '../preview/sections.tsx'
import { category } from '../queries.ts'

type Category = Schemas['CategoryDetails']
type Section = Schemas['Section']

const Screen = ({ found, section }: { found: Category; section: Section }) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { href } = useHere()
  const order = useOrder(found)
  const [removing, setRemoving] = useState<Schemas['Question']>()
  const changeable = editable(found) && mayHere(found.activity, 'ask')
  const ids = { categoryId: found.id, sectionId: section.id }
  const add = changeable ? href('questionCreate', ids) : null
  const edit = changeable ? href('sectionEdit', { ...ids, jobId: found.job_id }) : null
  const details = href('categoryDetails', { jobId: found.job_id, categoryId: found.id })
  const button = add ? (
    <LinkButton to={add} look="primary" icon={<PlusIcon aria-hidden="true" size={16} />}>
      {t('question.add')}
    </LinkButton>
  ) : null
  const shown = { ...section, parent_id: '' }
  const below = found.sections.filter((s) => s.parent_id === section.id)
  return (
    <Page
      title={section.name}
      crumbs={[
        { label: found.name, to: details },
        { label: t('tabs.criteria'), to: to(details, { query: { tab: 'criteria' } }) },
      ]}
      subtitle={section.description || undefined}
      actions={
        <>
          <LinkButton to={edit}>{t('section.edit')}</LinkButton>
          {button}
        </>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card flush title={t('section.questions', { count: section.questions.length })}>
          {section.questions.length ? (
            <ol className="grid divide-y divide-line">
              {section.questions.map((question, i) => (
                <QuestionLine
                  key={question.id}
                  question={question}
                  number={i + 1}
                  found={found}
                  actions={
                    changeable ? (
                      <span className="-my-1 -mr-2 flex shrink-0">
                        <MoveButtons
                          name={question.prompt}
                          index={i}
                          count={section.questions.length}
                          busy={order.busy}
                          onMove={(at) => order.moveQuestion(question.id, section.id, at)}
                        />
                        <IconButton
                          size="sm"
                          label={t('question.removeNamed', { name: question.prompt })}
                          icon={<Trash2Icon aria-hidden="true" size={15} />}
                          onClick={() => setRemoving(question)}
                        />
                      </span>
                    ) : undefined
                  }
                />
              ))}
            </ol>
          ) : (
            <EmptyState
              icon={<ListChecksIcon size={18} />}
              title={t('question.emptyTitle')}
              body={t('question.emptyBody')}
              action={button}
            />
          )}
        </Card>
        <section aria-label={t('preview.title')} className="grid gap-2 lg:sticky lg:top-16">
          <h2 className="text-sm font-medium text-ink-2">{t('preview.title')}</h2>
          <SectionsPreview sections={[shown, ...below]} />
        </section>
      </div>
      <AskDialog
        open={!!removing}
        onClose={() => setRemoving(undefined)}
        danger
        title={t('question.removeTitle')}
        description={removing?.prompt}
        action={t('question.remove')}
        send={async () => {
          if (removing) await order.removeQuestion(removing.id)
          setRemoving(undefined)
        }}
      />
    </Page>
  )
}

/** The questions of a section beside what a supplier will see of them. */
export default function Questions() {
  const { t } = useTranslation('sourcing')
  const { categoryId, sectionId } = useHere().ids
  const query = useQuery(category(categoryId))
  return (
    <LoadRecord query={query} title={t('tabs.criteria')}>
      {(found) => {
        const section = found.sections.find((s) => s.id === sectionId)
        return section ? (
          <Screen found={found} section={section} />
        ) : (
          <Page title={found.name}>
            <EmptyState title={t('section.gone')} />
          </Page>
        )
      }}
    </LoadRecord>
  )
}
