import { useQuery } from '@tanstack/react-query'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useActivity } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { Page } from '@zabuni/ui/page'
import { type Head, PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { TextLink } from '@zabuni/ui/text-link'
import { ListChecksIcon } from 'lucide-react'
import { agreement, share } from '../checks/sample.tsx'
import { LoadWork } from '../frame.tsx'
import { controls } from '../queries.ts'

type Controls = Schemas['AssuranceControls']

const Categories = ({ d }: { d: Controls }) => {
  const { t, i18n } = useTranslation('evaluation')
  const { href } = useActivity()
  const heads: Head[] = [
    { key: 'category', label: t('checks.category') },
    { key: 'status', label: t('checks.state') },
    { key: 'sample', label: t('checks.sample.size'), numeric: true },
    { key: 'checked', label: t('checks.firstChecks'), numeric: true },
    { key: 'controlled', label: t('checks.secondChecks'), numeric: true },
    { key: 'agreed', label: t('checks.sample.agreed'), numeric: true },
  ]
  return (
    <Card title={t('checks.categories')} flush>
      <TableFrame caption={t('checks.categories')} heads={heads}>
        {d.categories.map(({ category_id: categoryId, tally, ...c }) => (
          <PlainRow
            key={categoryId}
            heads={heads}
            cells={[
              <span key="name" className="grid gap-0.5">
                <TextLink
                  to={href('qcParticipants', { categoryId })}
                  link="font-medium underline-offset-2 hover:underline"
                >
                  {c.name}
                </TextLink>
                <span className="text-xs text-ink-3">{c.reference}</span>
              </span>,
              <CategoryBadge key="status" status={c.status} activity={d.activity} />,
              share(c.sample.percent, 100, i18n.language),
              t('checks.of', { done: tally.checked, total: tally.bids }),
              t('checks.of', { done: tally.controlled, total: tally.drawn }),
              agreement(tally, i18n.language),
            ]}
          />
        ))}
      </TableFrame>
    </Card>
  )
}

/** The categories of a job whose bids are checked: their samples, how far they are, how often two people agreed. */
export default function QcCategories() {
  const { t } = useTranslation('evaluation')
  const { href, ids, word } = useActivity()
  const title = t('titles.qcCategories')
  return (
    <LoadWork query={useQuery(controls(ids.jobId))} title={title}>
      {(d) => (
        <Page
          title={title}
          crumbs={[
            { label: word('list'), to: href('list') },
            { label: d.title, to: href('details', { jobId: d.job_id }) },
          ]}
          subtitle={d.reference}
        >
          {d.categories.length ? (
            <Categories d={d} />
          ) : (
            <EmptyState
              icon={<ListChecksIcon size={18} />}
              title={t('checks.noCategories')}
              body={t('checks.noCategoriesBody')}
            />
          )}
        </Page>
      )}
    </LoadWork>
  )
}
