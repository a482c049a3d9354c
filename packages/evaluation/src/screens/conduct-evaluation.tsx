import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { MapPinOffIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { LoadWork } from '../frame.tsx'
import { UNSCORED } from '../gaps.ts'
import { type OpenedBid, type Sheet, sheet } from '../queries.ts'
import { Arrive, goTo, groupsOf, isScored, openAfter, Rail } from '../scoring/rail.tsx'
import { AnswerRow } from '../scoring/row.tsx'

/** The answers of a bid, by their questions. */
const cellsOf = (sheet: Sheet, bid: OpenedBid) =>
  new Map(
    sheet.cells.filter((c) => c.submission_id === bid.submission_id).map((c) => [c.question_id, c]),
  )

/** What I have not scored of a bid yet, and have to. */
const openOf = (sheet: Sheet, bid: OpenedBid) => {
  const cells = cellsOf(sheet, bid)
  return sheet.desk.my_final
    ? []
    : sheet.questions.filter((q) => q.manual && cells.has(q.id) && !isScored(q, cells.get(q.id)))
}

const Answers = ({ sheet, bid }: { sheet: Sheet; bid: OpenedBid }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const navigate = useNavigate()
  const { desk, questions } = sheet
  const cells = cellsOf(sheet, bid)
  const scored = (q: Sheet['questions'][number]) => isScored(q, cells.get(q.id))
  const open = openOf(sheet, bid)
  // Whoever types goes on, after the last open answer of a bid, to the next bid in which something is open.
  const goOn = (id: string) => {
    const next = openAfter(questions, open, id)
    const typed = document.activeElement instanceof HTMLInputElement
    if (next || !typed || !open.some((q) => q.id === id)) return goTo(next?.id)
    const at = desk.bids.indexOf(bid)
    const other = [...desk.bids.slice(at + 1), ...desk.bids.slice(0, at)].find(
      (b) => openOf(sheet, b).length,
    )
    const there =
      other &&
      to(
        href('conductEvaluation', {
          categoryId: desk.category_id,
          participantId: other.submission_id,
        }),
        { hash: UNSCORED },
      )
    if (there) void navigate(there)
  }
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[240px_minmax(0,1fr)] lg:items-start">
      <Arrive open={open} />
      <Rail
        label={t('marks.questions')}
        entries={questions.map((q) => ({
          id: q.id,
          label: q.prompt,
          group: q.section_name,
          scored: scored(q),
          counts: q.manual,
        }))}
        next={open[0]?.id}
      />
      <div className="grid min-w-0 gap-4">
        {groupsOf(questions, (q) => q.section_id).map((own) => {
          const counted = own.filter((q) => q.manual)
          return (
            <Card
              key={own[0]?.section_id}
              title={own[0]?.section_name}
              actions={
                counted.length ? (
                  <span className="tabular text-sm text-ink-2">
                    {t('marks.progress', {
                      done: counted.filter(scored).length,
                      total: counted.length,
                    })}
                  </span>
                ) : null
              }
              flush
            >
              <ol className="divide-y divide-line">
                {own.map((question) => {
                  const cell = cells.get(question.id)
                  return cell ? (
                    <AnswerRow
                      key={question.id}
                      id={question.id}
                      name={question.prompt}
                      heading={<h3 className="font-medium break-words">{question.prompt}</h3>}
                      question={question}
                      cell={cell}
                      categoryId={desk.category_id}
                      final={desk.my_final}
                      onScored={() => goOn(question.id)}
                    />
                  ) : null
                })}
              </ol>
            </Card>
          )
        })}
      </div>
    </div>
  )
}

/** One bid as an evaluator reads and scores it, question by question. */
export default function ConductEvaluation() {
  const { t } = useTranslation(['evaluation', 'console'])
  const { href, ids } = useHere()
  const { categoryId, participantId } = ids
  const query = useQuery(sheet(categoryId))
  return (
    <LoadWork query={query} title={t('titles.evaluationInstructions')}>
      {(found) => {
        const { desk } = found
        const at = desk.bids.findIndex((b) => b.submission_id === participantId)
        const bid = desk.bids[at]
        const back = href('evaluationInstructions', { categoryId })
        const other = (step: number) => {
          const next = desk.bids[at + step]
          return next
            ? to(href('conductEvaluation', { categoryId, participantId: next.submission_id }), {
                hash: UNSCORED,
              })
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
        return (
          <Page
            title={bid.supplier_name}
            crumbs={[{ label: t('titles.evaluationInstructions'), to: back }]}
            subtitle={`${desk.name} · ${t('bids.position', { position: bid.position })}`}
            actions={
              <>
                <LinkButton to={href('scoreQuestions', { categoryId })} look="ghost">
                  {t('bids.byQuestion')}
                </LinkButton>
                <LinkButton to={other(-1)}>{t('marks.previous')}</LinkButton>
                <LinkButton to={other(1)}>{t('marks.next')}</LinkButton>
              </>
            }
          >
            <Answers key={bid.submission_id} sheet={found} bid={bid} />
          </Page>
        )
      }}
    </LoadWork>
  )
}
