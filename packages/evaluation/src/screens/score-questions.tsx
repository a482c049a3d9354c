import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { useSearchParams } from 'react-router'
import { LoadWork } from '../frame.tsx'
import { type Question, type Sheet, sheet } from '../queries.ts'
import { Matrix } from '../scoring/matrix.tsx'
import { Arrive, goTo, isScored, openAfter, placeOf, Rail } from '../scoring/rail.tsx'
import { AnswerRow } from '../scoring/row.tsx'

/** One question as all bids answer it. */
const Across = ({ sheet, question }: { sheet: Sheet; question: Question }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { desk } = sheet
  const categoryId = desk.category_id
  const cells = new Map(
    sheet.cells.filter((c) => c.question_id === question.id).map((c) => [c.submission_id, c]),
  )
  const bids = desk.bids.map((b) => ({
    id: b.submission_id,
    name: b.supplier_name,
    scored: isScored(question, cells.get(b.submission_id)),
  }))
  const open = desk.my_final || !question.manual ? [] : bids.filter((b) => !b.scored)
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[240px_minmax(0,1fr)] lg:items-start">
      <Arrive open={open} />
      <Rail
        label={t('bids.title')}
        entries={bids.map((b) => ({
          id: b.id,
          label: b.name,
          group: question.section_name,
          scored: b.scored,
          counts: question.manual,
        }))}
        next={open[0]?.id}
      />
      <Card title={question.section_name} flush>
        <ol className="divide-y divide-line">
          {bids.map((bid) => {
            const cell = cells.get(bid.id)
            return cell ? (
              <AnswerRow
                key={bid.id}
                id={bid.id}
                name={bid.name}
                heading={
                  <h3 className="font-medium break-words">
                    <TextLink
                      to={to(href('conductEvaluation', { categoryId, participantId: bid.id }), {
                        hash: placeOf(question.id),
                      })}
                    >
                      {bid.name}
                    </TextLink>
                  </h3>
                }
                question={question}
                cell={cell}
                categoryId={categoryId}
                final={desk.my_final}
                onScored={() => goTo(openAfter(bids, open, bid.id)?.id)}
              />
            ) : null
          })}
        </ol>
      </Card>
    </div>
  )
}

/** My scores by question: all of them at a glance, or one question through all bids. */
export default function ScoreQuestions() {
  const { t } = useTranslation('evaluation')
  const { href, ids } = useHere()
  const { categoryId } = ids
  const [asked] = useSearchParams()
  const query = useQuery(sheet(categoryId))
  return (
    <LoadWork query={query} title={t('titles.scoreQuestions')}>
      {(found) => {
        const { desk, questions } = found
        const here = href('scoreQuestions', { categoryId })
        const at = questions.findIndex((q) => q.id === asked.get('question'))
        const question = questions[at]
        const other = (step: number) => {
          const next = questions[at + step]
          return next ? to(here, { query: { question: next.id } }) : null
        }
        const crumbs = [
          {
            label: t('titles.evaluationInstructions'),
            to: href('evaluationInstructions', { categoryId }),
          },
        ]
        return question ? (
          <Page
            title={question.prompt}
            crumbs={[...crumbs, { label: t('titles.scoreQuestions'), to: here }]}
            subtitle={desk.name}
            actions={
              <>
                <LinkButton to={other(-1)}>{t('marks.previousQuestion')}</LinkButton>
                <LinkButton to={other(1)}>{t('marks.nextQuestion')}</LinkButton>
              </>
            }
          >
            <Across key={question.id} sheet={found} question={question} />
          </Page>
        ) : (
          <Page title={t('titles.scoreQuestions')} crumbs={crumbs} subtitle={desk.name}>
            <p className="mb-4 max-w-prose text-ink-2">{t('matrix.hint')}</p>
            <Matrix sheet={found} />
          </Page>
        )
      }}
    </LoadWork>
  )
}
