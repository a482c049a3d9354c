import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes } from '@zabuni/i18n/format'
import { useAct } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { NumberField } from '@zabuni/ui/number-field'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { MapPinOffIcon, PaperclipIcon } from 'lucide-react'
import { useParams } from 'react-router'
import { LoadWork } from '../frame.tsx'
import { openedFile, putMarks, sheet } from '../queries.ts'
import { goTo, isScored, openAfter, Rail, typeScore } from '../rail.tsx'

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

const Marks = ({
  question,
  cell,
  final,
  onScored,
}: {
  question: Question
  cell: Cell
  final: boolean
  /** The question had no score of this person before. */
  onScored: () => void
}) => {
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
          value,
          comment,
        },
      ])
      form.reset({ value, comment })
      await client.invalidateQueries({
        queryKey: [...keys.category(categoryId), 'evaluation', 'sheet'],
      })
      toast('ok', t('marks.saved'))
      if (!cell.mine) onScored()
    },
  })
  if (final)
    return (
      <div className="grid gap-1 rounded-md border border-line bg-canvas p-3 text-sm">
        <p className="font-medium">
          {t('marks.given', { value: cell.mine ?? '—', max: question.max_score })}
        </p>
        {cell.comment ? <p className="text-ink-2">{cell.comment}</p> : null}
      </div>
    )
  return (
    <form
      noValidate
      onSubmit={form.onSubmit}
      className="grid gap-3 rounded-md border border-line bg-canvas p-3"
    >
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <Bound form={form} name="value">
        {(control) => (
          <NumberField
            required
            label={t('marks.score', { max: question.max_score })}
            {...control}
          />
        )}
      </Bound>
      <TextareaField rows={2} label={t('marks.comment')} {...form.field('comment')} />
      <Button
        type="submit"
        busy={form.busy}
        className="justify-self-end max-sm:justify-self-stretch"
      >
        {t('marks.save')}
      </Button>
    </form>
  )
}

/** What was asked, and what the bidder answered. */
const Given = ({ question, cell }: { question: Question; cell: Cell }) => {
  const { t } = useTranslation(['evaluation', 'sourcing'])
  // Yes and no are words of the screen, whatever language the bid was written in.
  const word = WORDS[question.response_type]?.[cell.value]
  return (
    <div className="grid min-w-0 content-start gap-2">
      <h3 className="font-medium break-words">{question.prompt}</h3>
      {cell.value || cell.files.length ? (
        <div className="max-w-prose break-words whitespace-pre-wrap text-ink-2">
          {word ? t(`sourcing:preview.answers.${word}`) : cell.value}
        </div>
      ) : (
        <p className="text-ink-3">{t('marks.unanswered')}</p>
      )}
      {cell.files.map((file) => (
        <div key={file.id}>
          <File cell={cell} file={file} />
        </div>
      ))}
      {cell.auto === undefined ? null : (
        <div>
          <Badge tone="info">
            {t('marks.auto', { value: cell.auto, max: question.max_score })}
          </Badge>
        </div>
      )}
    </div>
  )
}

const WORDS: Record<string, Record<string, 'yes' | 'no' | 'true' | 'false'>> = {
  yes_no: { yes: 'yes', no: 'no' },
  boolean: { true: 'yes', false: 'no' },
  true_false: { true: 'true', false: 'false' },
}

/** One bid as an evaluator reads and scores it, question by question. */
export default function ConductEvaluation() {
  const { t } = useTranslation(['evaluation', 'console'])
  const { href } = useHere()
  const { categoryId = '', participantId = '' } = useParams()
  const query = useQuery(sheet(categoryId))
  return (
    <LoadWork query={query} title={t('titles.evaluationInstructions')}>
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
        if (!bid)
          return (
            <Page
              title={t('titles.evaluationInstructions')}
              crumbs={[{ label: desk.name, to: back }]}
            >
              <EmptyState icon={<MapPinOffIcon size={18} />} title={t('console:load.missing')} />
            </Page>
          )
        const sections = [...new Set(questions.map((q) => q.section_id))]
        const [before, after] = [other(-1), other(1)]
        const open = desk.my_final
          ? []
          : questions.filter((q) => q.manual && mine.has(q.id) && !isScored(q, mine.get(q.id)))
        return (
          <Page
            title={bid.supplier_name}
            crumbs={back ? [{ label: t('titles.evaluationInstructions'), to: back }] : []}
            subtitle={`${desk.name} · ${t('bids.position', { position: bid.position })}`}
            actions={
              <>
                {before ? <LinkButton to={before}>{t('marks.previous')}</LinkButton> : null}
                {after ? <LinkButton to={after}>{t('marks.next')}</LinkButton> : null}
              </>
            }
          >
            <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[240px_minmax(0,1fr)] lg:items-start">
              <Rail questions={questions} mine={mine} next={open[0]} />
              <div className="grid min-w-0 gap-4">
                {sections.map((section) => {
                  const own = questions.filter((q) => q.section_id === section)
                  return (
                    <Card key={section} title={own[0]?.section_name} flush>
                      <ol className="divide-y divide-line">
                        {own.map((question) => {
                          const cell = mine.get(question.id)
                          if (!cell) return null
                          return (
                            <li
                              key={question.id}
                              id={`q-${question.id}`}
                              tabIndex={-1}
                              aria-label={question.prompt}
                              onKeyDown={typeScore}
                              className="grid gap-3 p-4 -outline-offset-2 focus-within:shadow-[inset_3px_0_0_var(--color-brand)] focus:outline-none xl:grid-cols-[minmax(0,1fr)_300px] xl:gap-6"
                            >
                              <Given question={question} cell={cell} />
                              {question.manual ? (
                                <Marks
                                  question={question}
                                  cell={cell}
                                  final={desk.my_final}
                                  onScored={() => goTo(openAfter(questions, open, question.id)?.id)}
                                />
                              ) : null}
                            </li>
                          )
                        })}
                      </ol>
                    </Card>
                  )
                })}
              </div>
            </div>
          </Page>
        )
      }}
    </LoadWork>
  )
}
