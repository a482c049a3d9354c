import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { Checkbox } from '@zabuni/ui/inputs'
import { List, type ListRead } from '@zabuni/ui/list'
import type { ListParams } from '@zabuni/ui/list-params'
import { FolderOpenIcon } from 'lucide-react'
import { useMemo } from 'react'
import { CategoryName, Deadline, Fee, WhyNot } from './parts.tsx'
import { lookHref } from './paths.ts'
import type { OpenCategory } from './queries.ts'
import { useActivitiesOfBids } from './use-activities.ts'

const col = columnsFor<OpenCategory>()

/** What can be bid for now, the next to close first. */
export const OpenTable = ({
  at,
  query,
  withCompany,
}: {
  at: ListParams
  query: ListRead<OpenCategory>
  withCompany: boolean
}) => {
  const { t } = useTranslation('bidding')
  const { hrefOf } = useHere()
  const words = useWords()
  const activities = useActivitiesOfBids()
  const columns = useMemo(
    () => [
      col.accessor('name', {
        header: t('open.category'),
        cell: ({ row: { original: c } }) => (
          <CategoryName
            to={lookHref(hrefOf, c.activity, c.buyer_id, c.id)}
            name={c.name}
            about={[c.reference, withCompany ? c.buyer_name : c.job_title]}
          >
            {c.taking_part ? <Badge tone="ok">{t('open.takingPart')}</Badge> : null}
            {c.invited ? <Badge tone="info">{t('open.invited')}</Badge> : null}
            <WhyNot category={c} />
          </CategoryName>
        ),
        meta: { width: '46%' },
      }),
      col.accessor('activity', {
        header: t('open.activity'),
        cell: ({ row: { original: c } }) => words(c.activity, 'name'),
      }),
      col.accessor('bid_fee', {
        header: t('fee.label'),
        cell: ({ row: { original: c } }) => <Fee amount={c.bid_fee} currency={c.currency} />,
        meta: { numeric: true },
      }),
      col.accessor('closes_at', {
        header: t('open.closes'),
        cell: ({ row: { original: c } }) => <Deadline at={c.closes_at} zone={c.timezone} stacked />,
      }),
    ],
    [t, hrefOf, words, withCompany],
  )
  return (
    <div>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('open.caption')}
        search={t('open.search')}
        filters={[
          {
            key: 'activity',
            kind: 'many',
            label: t('open.activity'),
            options: activities.map((a) => ({ value: a, label: words(a, 'name') })),
          },
          { key: 'closes', kind: 'days', label: t('open.closes') },
        ]}
        controls={
          withCompany ? (
            <Checkbox
              label={t('open.fitting')}
              className="sm:ml-2"
              checked={at.get('fitting') === '1'}
              onChange={(e) => at.set({ fitting: e.target.checked ? '1' : '' })}
            />
          ) : null
        }
        narrowing={['fitting']}
        empty={{
          icon: <FolderOpenIcon size={18} />,
          title: t('open.emptyTitle'),
          body: t('open.emptyBody'),
        }}
      />
    </div>
  )
}
