import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { isZero } from '@zabuni/i18n/decimal'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { LineLink } from '@zabuni/ui/text-link'
import { LayersIcon, PlusIcon } from 'lucide-react'

const Line = ({
  category,
  zone,
  rounds,
}: {
  category: Schemas['Category']
  zone: string
  rounds: readonly Schemas['Category'][]
}) => {
  const { t, i18n } = useTranslation('sourcing')
  const { href } = useHere()
  const to = href('categoryDetails', { jobId: category.job_id, categoryId: category.id })
  return (
    <li>
      <div className="relative grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-canvas sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 gap-0.5">
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="tabular shrink-0 text-sm text-ink-3">{category.number}</span>
            <LineLink to={to}>{category.name}</LineLink>
          </span>
          <span className="text-sm text-ink-2">
            {[
              category.reference,
              isZero(category.bid_fee)
                ? t('category.noFee')
                : formatMoney(category.bid_fee, category.currency, i18n.language),
              ...(category.invited_only ? [t('category.invitedOnly')] : []),
            ].join(' · ')}
          </span>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-col sm:items-end">
          <CategoryBadge status={category.status} activity={category.activity} />
          <span className="text-xs text-ink-3">
            {t('category.closesAt', { at: formatMoment(category.closes_at, zone) })}
          </span>
        </div>
      </div>
      {rounds.length ? <Rounds rounds={rounds} zone={zone} /> : null}
    </li>
  )
}

/** The rounds of negotiation of a category, under it. */
const Rounds = ({ rounds, zone }: { rounds: readonly Schemas['Category'][]; zone: string }) => {
  const { t } = useTranslation(['activities', 'sourcing'])
  const { href } = useHere()
  return (
    <ul
      aria-label={t('round.list')}
      className="grid divide-y divide-line border-t border-line bg-canvas"
    >
      {rounds.map((round) => (
        <li
          key={round.id}
          className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 pr-4 pl-10 hover:bg-sunken"
        >
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <LineLink to={href('categoryDetails', { jobId: round.job_id, categoryId: round.id })}>
              {t('round.name', { number: round.round })}
            </LineLink>
            {round.best_and_final ? <Badge>{t('round.final')}</Badge> : null}
          </span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="text-xs text-ink-3">
              {t('sourcing:category.closesAt', { at: formatMoment(round.closes_at, zone) })}
            </span>
            <CategoryBadge status={round.status} activity={round.activity} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The categories of a job, in their order, each with its rounds. */
export const JobCategories = ({ found }: { found: Schemas['JobDetails'] }) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const living = found.status !== 'cancelled' && found.status !== 'archived'
  const create =
    living && mayHere(found.activity, 'author') ? href('categoryCreate', { jobId: found.id }) : null
  const asks =
    found.categories.some((c) => editable(c) && c.policy.steps.includes('criteria')) &&
    mayHere(found.activity, 'ask')
  const button = create ? (
    <LinkButton
      to={create}
      size="sm"
      look={found.categories.length ? 'secondary' : 'primary'}
      icon={<PlusIcon aria-hidden="true" size={15} />}
    >
      {t('category.add')}
    </LinkButton>
  ) : null
  return (
    <Card
      flush
      title={t('columns.categories')}
      actions={
        <span className="flex flex-wrap justify-end gap-2">
          {asks ? (
            <LinkButton size="sm" to={href('questionsUpload', { jobId: found.id })}>
              {t('workbook.questions.link')}
            </LinkButton>
          ) : null}
          {create ? (
            <LinkButton size="sm" to={href('categoriesUpload', { jobId: found.id })}>
              {t('workbook.categories.link')}
            </LinkButton>
          ) : null}
          {found.categories.length ? button : null}
        </span>
      }
    >
      {found.categories.length ? (
        <ul className="grid divide-y divide-line">
          {found.categories
            .filter((c) => !c.parent_id)
            .map((category) => (
              <Line
                key={category.id}
                category={category}
                zone={found.timezone}
                rounds={found.categories.filter((c) => c.parent_id === category.id)}
              />
            ))}
        </ul>
      ) : (
        <EmptyState
          icon={<LayersIcon size={18} />}
          title={t('category.emptyTitle')}
          body={t('category.emptyBody')}
          action={button}
        />
      )}
    </Card>
  )
}
