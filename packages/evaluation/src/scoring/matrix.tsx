import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { cx } from '@zabuni/ui/cx'
import { ScrollRegion } from '@zabuni/ui/scroll-region'
import { TextLink } from '@zabuni/ui/text-link'
import type { Cell, Sheet } from '../queries.ts'
import { points } from './points.ts'
import { groupsOf, placeOf } from './rail.tsx'

/** All my scores: questions down, bids across; every one leads to its answer, every question to all its answers. */
export const Matrix = ({ sheet }: { sheet: Sheet }) => {
  const { t, i18n } = useTranslation('evaluation')
  const { href } = useHere()
  const { desk, questions } = sheet
  const categoryId = desk.category_id
  const at = (bid: string, question: string) => `${bid}:${question}`
  const cells = new Map(sheet.cells.map((c) => [at(c.submission_id, c.question_id), c]))
  const bidHref = (participantId: string) =>
    href('conductEvaluation', { categoryId, participantId })
  const shown = (cell: Cell | undefined) => {
    const value = cell?.mine ?? cell?.auto
    return value === undefined ? undefined : points(value, i18n.language)
  }
  const counted = questions.filter((q) => q.max_score !== undefined)
  return (
    <ScrollRegion
      label={t('matrix.caption')}
      className="max-h-[calc(100dvh-14rem)] rounded-lg border border-line bg-surface shadow-xs"
    >
      <table className="min-w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{t('matrix.caption')}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 w-80 max-w-[45vw] min-w-40 border-b border-line bg-canvas px-3 py-2 text-left text-xs font-medium text-ink-2"
            >
              {t('marks.questions')}
            </th>
            {desk.bids.map((b) => (
              <th
                key={b.submission_id}
                scope="col"
                className="sticky top-0 z-10 max-w-40 min-w-24 border-b border-line bg-canvas px-3 py-2 text-right align-bottom text-xs font-medium text-ink-2"
              >
                <TextLink to={bidHref(b.submission_id)} look="line-clamp-2">
                  {b.supplier_name}
                </TextLink>
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(counted, (q) => q.section_id).map((own) => (
          <tbody key={own[0]?.section_id}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={desk.bids.length + 1}
                className="border-b border-line bg-sunken px-3 py-1.5 text-left text-xs font-medium text-ink-2"
              >
                <span className="sticky left-3">{own[0]?.section_name}</span>
              </th>
            </tr>
            {own.map((q) => (
              <tr key={q.id}>
                <th
                  scope="row"
                  className="sticky left-0 z-10 w-80 max-w-[45vw] min-w-40 border-b border-line bg-surface px-3 py-1.5 text-left font-normal"
                >
                  <TextLink
                    to={to(href('scoreQuestions', { categoryId }), { query: { question: q.id } })}
                    look="line-clamp-2 break-words"
                  >
                    {q.prompt}
                  </TextLink>
                </th>
                {desk.bids.map((b) => {
                  const cell = cells.get(at(b.submission_id, q.id))
                  const value = shown(cell)
                  return (
                    <td
                      key={b.submission_id}
                      className={cx(
                        'tabular border-b border-line p-0 text-right',
                        value === undefined && 'bg-warn-soft',
                      )}
                    >
                      <TextLink
                        to={to(bidHref(b.submission_id), { hash: placeOf(q.id) })}
                        look="block px-3 py-1.5"
                        link="-outline-offset-2 hover:bg-sunken"
                      >
                        {value ?? (
                          <>
                            <span aria-hidden="true">–</span>
                            <span className="sr-only">{t('matrix.none')}</span>
                          </>
                        )}
                      </TextLink>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}
