import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { isZero } from '@zabuni/i18n/decimal'
import { formatDeadline, formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { LineLink } from '@zabuni/ui/text-link'
import { LayersIcon, PlusIcon } from 'lucide-react'

const Line = ({ category, zone }: { category: Schemas['Category']; zone: string }) => {
  const { t, i18n } = useTranslation('sourcing')
  const { href } = useHere()
  const to = href('categoryDetails', { jobId: category.job_id, categoryId: category.id })
  return (
    <li className="relative grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-canvas sm:grid-cols-[minmax(0,1fr)_auto]">
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
        <CategoryBadge status={category.status} />
        <span className="text-xs text-ink-3">
          {t('category.closesAt', { at: formatDeadline(category.closes_at, zone) })}
        </span>
      </div>
    </li>
  )
}

/** The categories of a job, in their order. */
export const JobCategories = ({ found }: { found: Schemas['JobDetails'] }) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const living = found.status !== 'cancelled' && found.status !== 'archived'
  const create =
    living && mayI('MANAGE_CATEGORY') ? href('categoryCreate', { jobId: found.id }) : null
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
      actions={found.categories.length ? button : undefined}
    >
      {found.categories.length ? (
        <ul className="grid divide-y divide-line">
          {found.categories.map((category) => (
            <Line key={category.id} category={category} zone={found.timezone} />
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
