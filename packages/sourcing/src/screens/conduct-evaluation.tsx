import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/buyer'
import { saveFile } from '@zabuni/api/download'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes } from '@zabuni/i18n/format'
import { useAct } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { InputField } from '@zabuni/ui/field'
import { TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { PaperclipIcon } from 'lucide-react'
import { useParams } from 'react-router'
import { openedFile, putMarks, sheet } from '../evaluation/queries.ts'
import { useActivity } from '../use-activity.tsx'

type Question = Schemas['SheetQuestion']
type Cell = Schemas['SheetCell']

const File = ({ cell, file }: { cell: Cell; file: Schemas['SheetFile'] }) => {
  const { i18n } = useTranslation()
  const { run, banner } = useAct()
  const open = () =>
    run(async () => {
      saveFile(await openedFile(cell.submission_id, file.id), file.name)
    })
  return (
    <>
      {banner}
      <Button size="sm" icon={<PaperclipIcon size={14} />} onClick={open}>
        {file.name} · {formatBytes(file.size, i18n.language)}
      </Button>
    </>
  )
}

const Marks = ({ question, cell, final }: { question: Question; cell: Cell; final: boolean }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const { categoryId = '' } = useParams()
  const form = useProblemForm({
    defaultValues: { value: cell.mine ?? '', comment: cell.comment ?? '' },
    nameOf: (pointer) => pointer.replace('/marks/0/', ''), // one mark is sent at a time
    submit: async ({ value, comment }) => {
      await putMarks(categoryId, [
        {
          submission_id: cell.submission_id,
          question_id: question.id,
          value: value.replace(',', '.'),
          comment,
        },
      ])
      form.reset({ value, comment })
      await client.invalidateQueries({ queryKey: ['evaluation', categoryId, 'sheet'] })
      toast('ok', t('marks.saved'))
    },
  })
  if (final)
    return (
      <p className="text-sm">
        {t('marks.given', { value: cell.mine ?? '—', max: question.max_score })}
        {cell.comment ? ` · ${cell.comment}` : ''}
      </p>
    )
  return (
    <form
      noValidate
      onSubmit={form.onSubmit}
      className="grid gap-3 rounded-md bg-sunken p-3 sm:grid-cols-[140px_1fr_auto] sm:items-start"
    >
      {form.failure ? (
        <div className="sm:col-span-3">
          <Banner tone="bad">{form.failure}</Banner>
        </div>
      ) : null}
      <InputField
        required
        inputMode="decimal"
        autoComplete="off"
        label={t('marks.score', { max: question.max_score })}
        {...form.field('value')}
      />
      <TextareaField rows={1} label={t('marks.comment')} {...form.field('comment')} />
      <Button type="submit" busy={form.busy} className="sm:mt-6">
        {t('marks.save')}
      </Button>
    </form>
  )
}

/** One bid as an evaluator reads and scores it, question by question. */
export default function ConductEvaluation() {
  const { t } = useTranslation('evaluation')
  const { href } = useActivity()
  const { categoryId = '', participantId = '' } = useParams()
  const query = useQuery(sheet(categoryId))
  return (
    <Load query={query} title={t('titles.evaluationInstructions')}>
      {({ desk, questions, cells }) => {
        const bids = desk.bids
        const at = bids.findIndex((b) => b.submission_id === participantId)
        const bid = bids[at]
        const mine = new Map(
          cells.filter((c) => c.submission_id === participantId).map((c) => [c.question_id, c]),
        )
        const back = href('evaluationInstructions', { categoryId })
        const other = (step: number) => {
          const next = bids[at + step]
          return next
            ? href('conductEvaluation', { categoryId, participantId: next.submission_id })
            : null
        }
        const sections = [...new Set(questions.map((q) => q.section_id))]
        const [before, after] = [other(-1), other(1)]
        return (
          <Page
            title={bid?.supplier_name ?? t('titles.evaluationInstructions')}
            crumbs={back ? [{ label: t('titles.evaluationInstructions'), to: back }] : []}
            subtitle={`${desk.name} · ${t('bids.position', { position: bid?.position ?? 0 })}`}
            actions={
              <>
                {before ? <LinkButton to={before}>{t('marks.previous')}</LinkButton> : null}
                {after ? <LinkButton to={after}>{t('marks.next')}</LinkButton> : null}
              </>
            }
          >
            <div className="grid gap-4">
              {sections.map((section) => {
                const own = questions.filter((q) => q.section_id === section)
                return (
                  <Card key={section} title={own[0]?.section_name}>
                    <ol className="grid gap-6">
                      {own.map((question) => {
                        const cell = mine.get(question.id)
                        if (!cell) return null
                        return (
                          <li key={question.id} className="grid gap-2">
                            <div className="flex flex-wrap items-start justify-between gap-2">
                              <h3 className="font-medium">{question.prompt}</h3>
                              {cell.auto === undefined ? null : (
                                <Badge tone="info">
                                  {t('marks.auto', { value: cell.auto, max: question.max_score })}
                                </Badge>
                              )}
                            </div>
                            {cell.value || cell.files.length ? (
                              <div className="max-w-prose whitespace-pre-wrap text-ink-2">
                                {cell.value}
                              </div>
                            ) : (
                              <p className="text-ink-3">{t('marks.unanswered')}</p>
                            )}
                            {cell.files.map((file) => (
                              <div key={file.id}>
                                <File cell={cell} file={file} />
                              </div>
                            ))}
                            {question.manual ? (
                              <Marks question={question} cell={cell} final={desk.my_final} />
                            ) : null}
                          </li>
                        )
                      })}
                    </ol>
                  </Card>
                )
              })}
            </div>
          </Page>
        )
      }}
    </Load>
  )
}
