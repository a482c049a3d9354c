import { ACTIVITIES, type Activity, MODULE_OF } from '@zabuni/activities/activity'
import { type Address, to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { hasModule } from '@zabuni/routing/guard'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { TextLink } from '@zabuni/ui/text-link'
import { FolderIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { Board } from './queries.ts'

/** The stages of a job that somebody works on. */
const STAGES = ['draft', 'published', 'closed'] as const

type Row = { activity: Activity; list: Address | null; counts: ReadonlyMap<string, number> }
const column = columnsFor<Row>()

/** The jobs of each activity by stage; each number leads to its jobs. An activity without jobs shows while the company has it. */
export const Stages = ({ jobs }: { jobs: Board['jobs'] }) => {
  const { t, i18n } = useTranslation(['figures', 'live'])
  const { href, hrefOf } = useHere()
  const words = useWords()
  const rows = useMemo(
    () =>
      ACTIVITIES.flatMap((activity): Row[] => {
        const counts = new Map(
          jobs.filter((j) => j.activity === activity).map((j) => [j.status, j.jobs]),
        )
        const list = hrefOf(activity, 'list')
        const has = list && hasModule(session(), MODULE_OF[activity])
        return has || STAGES.some((stage) => counts.get(stage)) ? [{ activity, list, counts }] : []
      }),
    [jobs, hrefOf],
  )
  const columns = useMemo(() => {
    const number = new Intl.NumberFormat(i18n.language)
    return [
      column.display({
        id: 'activity',
        header: t('live:columns.activity'),
        meta: { width: '46%' },
        cell: ({ row: { original } }) => (
          <TextLink to={original.list} look="font-medium">
            {words(original.activity, 'list')}
          </TextLink>
        ),
      }),
      ...STAGES.map((status) =>
        column.display({
          id: status,
          header: t(`stages.${status}`),
          meta: { numeric: true },
          cell: ({ row: { original } }) => {
            const { activity, list, counts } = original
            const count = counts.get(status) ?? 0
            // One without a list of its own has its jobs among all of the company's.
            const behind =
              to(list, { query: { status } }) ??
              to(href('ourJobs'), { query: { activity, status } })
            return count ? (
              <TextLink to={behind} look="tabular font-medium" link="text-brand hover:underline">
                {number.format(count)}
                <span className="sr-only">
                  {` ${t(`stages.${status}`)}, ${words(activity, 'list')}`}
                </span>
              </TextLink>
            ) : (
              <span className="tabular text-ink-3">{number.format(0)}</span>
            )
          },
        }),
      ),
    ]
  }, [t, i18n.language, href, words])
  return (
    <DataTable
      caption={t('stages.title')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.activity}
      empty={<EmptyState icon={<FolderIcon size={18} />} title={t('stages.none')} />}
      paging={{ total: rows.length }}
    />
  )
}
