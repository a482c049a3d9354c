import { useQuery } from '@tanstack/react-query'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Stats } from '@zabuni/ui/card'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Countdown } from '@zabuni/ui/progress'
import { UsersIcon } from 'lucide-react'
import { useMemo } from 'react'
import { type Participant, participants } from '../queries.ts'

const column = columnsFor<Participant>()

const Table = ({
  rows,
  zone,
  hidden,
}: {
  rows: readonly Participant[]
  zone: string
  /** Some take part, and it may not be seen yet who. */
  hidden: boolean
}) => {
  const { t, i18n } = useTranslation('live')
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.supplier'),
        cell: (c) => <span className="font-medium">{c.getValue()}</span>,
      }),
      column.accessor('country', {
        header: t('columns.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('phone', {
        header: t('columns.phone'),
        cell: (c) => c.getValue() || '–',
      }),
      column.accessor('paid_at', {
        header: t('columns.paid'),
        cell: (c) => formatMoment(c.getValue(), zone),
      }),
      column.accessor('submitted', {
        header: t('columns.submitted'),
        cell: (c) => (
          <Badge tone={c.getValue() ? 'ok' : 'neutral'}>
            {c.getValue() ? t('participants.yes') : t('participants.no')}
          </Badge>
        ),
      }),
    ],
    [t, i18n.language, zone],
  )
  return (
    <DataTable
      caption={t('participants.title')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      empty={
        <EmptyState
          icon={<UsersIcon size={18} />}
          title={t(hidden ? 'participants.hidden' : 'participants.empty')}
          body={t(hidden ? 'participants.hiddenBody' : 'participants.emptyBody')}
        />
      }
      paging={{ total: rows.length }}
    />
  )
}

/** Who takes part in a category; what they submitted is nobody's to see here. */
export default function Participants() {
  const { t } = useTranslation('live')
  const { ids, href } = useHere()
  const query = useQuery(participants(ids.categoryId))
  return (
    <Load query={query} title={t('participants.title')}>
      {(c) => (
        <Page
          title={c.name}
          crumbs={[
            { label: t('jobs.title'), to: href('liveJobs') },
            {
              label: c.job_title,
              to: href('liveCategories', { jobId: c.job_id, activity: c.activity }),
            },
          ]}
          status={<CategoryBadge status={c.status} activity={c.activity} />}
          subtitle={`${c.reference} · ${c.buyer_name}`}
        >
          <div className="grid grid-cols-1 gap-4">
            <Stats
              items={[
                { label: t('columns.participants'), value: c.number },
                { label: t('columns.submissions'), value: c.submissions ?? t('columns.sealed') },
                {
                  label: t('columns.closes'),
                  value: <Countdown until={c.closes_at} offset={serverOffset()} />,
                  note: formatMoment(c.closes_at, c.timezone),
                },
              ]}
            />
            <Banner tone="info">{t('participants.note')}</Banner>
            <Table rows={c.items} zone={c.timezone} hidden={c.number > 0 && !c.named} />
          </div>
        </Page>
      )}
    </Load>
  )
}
