import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { TextLink } from '@zabuni/ui/text-link'
import { type Desk, type Round, rounds } from './queries.ts'

// As the server says it: what has a result, or came to nothing.
const OVER = ['evaluated', 'unsuccessful', 'cancelled']

/** Whether a round may begin now: its category has a result, none runs, and none was announced as the last. */
export const mayNegotiate = (d: Desk, had: readonly Round[]): boolean =>
  d.status === 'evaluated' &&
  !d.apart &&
  d.policy.steps.includes('negotiation') &&
  mayHere(d.activity, 'negotiate') &&
  had.every((r) => OVER.includes(r.status) && !(r.best_and_final && r.status === 'evaluated'))

/** What was read of a category's rounds, on a desk that negotiates. */
const useRounds = (d: Desk) => {
  const { href } = useHere()
  const create = href('negotiationCreate', { jobId: d.job_id, parentId: d.category_id })
  const { data } = useQuery({ ...rounds(d.category_id), enabled: create !== null })
  return { create, had: data }
}

/** The way to a round, where one may begin. */
export const NegotiateButton = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { create, had } = useRounds(d)
  return had && mayNegotiate(d, had) ? (
    <LinkButton to={create}>{t('negotiate.title')}</LinkButton>
  ) : null
}

/** The rounds that a category had, the first first. */
export const Rounds = ({ d }: { d: Desk }) => {
  const { t } = useTranslation(['activities', 'evaluation'])
  const { href } = useHere()
  const { had = [] } = useRounds(d)
  if (!had.length) return null
  return (
    <Card title={t('round.list')} flush>
      <ol aria-label={t('round.list')} className="divide-y divide-line">
        {had.map((r) => (
          <li
            key={r.category_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5"
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <TextLink
                to={href('categoryDetails', { jobId: d.job_id, categoryId: r.category_id })}
                look="font-medium"
                link="hover:underline"
              >
                {t('round.name', { number: r.round })}
              </TextLink>
              {r.best_and_final ? <Badge>{t('round.final')}</Badge> : null}
            </span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
              <span>{t('evaluation:negotiate.asked', { count: r.invited })}</span>
              <span className="tabular">
                {t('evaluation:negotiate.closes', { at: formatMoment(r.closes_at, d.timezone) })}
              </span>
              <CategoryBadge status={r.status} activity={d.activity} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
