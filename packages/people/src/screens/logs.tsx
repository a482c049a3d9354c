import { useQuery } from '@tanstack/react-query'
import { saveFile } from '@zabuni/api/download'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { isLanguage, useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { DownloadIcon, ScrollTextIcon } from 'lucide-react'
import { useMemo } from 'react'
import { AREAS, useActionWords } from '../actions.ts'
import { PeoplePage } from '../parts.tsx'
import { usePlace } from '../place.ts'
import { exportUserLogs, type LogRow, logs, users } from '../queries.ts'

const column = columnsFor<LogRow>()
const PAGE_SIZE = 20

/** Who did what and when, of the people of a company. */
export default function Logs() {
  const { t, i18n } = useTranslation('people')
  const say = useActionWords()
  const { scope } = usePlace()
  const at = useListParams()
  const page = Math.max(1, Number(at.get('page')) || 1)
  const filter = {
    ...scope,
    ...given({
      search: at.search,
      area: at.many('area', AREAS),
      user_id: at.get('user'),
      ...at.days('at'),
    }),
  }
  const query = useList(logs({ ...filter, page, page_size: PAGE_SIZE }))
  const manages = mayI('MANAGE_USER')
  const people = useQuery({ ...users(scope), enabled: manages })
  const columns = useMemo(
    () => [
      column.accessor('at', {
        header: t('columns.when'),
        cell: (c) => <span className="text-ink-2">{formatMoment(c.getValue(), ownZone())}</span>,
      }),
      column.accessor('actor_name', {
        header: t('columns.who'),
        cell: (c) => <span className="font-medium">{c.getValue()}</span>,
      }),
      column.accessor('action', {
        header: t('columns.what'),
        meta: { width: '40%' },
        cell: (c) => (
          <span className="whitespace-normal">
            {say(c.getValue())}
            {c.row.original.subject && c.row.original.subject !== c.row.original.actor_name ? (
              <span className="text-ink-3"> · {c.row.original.subject}</span>
            ) : null}
          </span>
        ),
      }),
    ],
    [t, say],
  )
  const exportAll = async () => {
    const language = isLanguage(i18n.language) ? i18n.language : 'en'
    const workbook = await exportUserLogs({ ...filter, language })
    saveFile(workbook, 'user-logs.xlsx')
  }
  const items = query.data?.items ?? []
  const last = page * PAGE_SIZE >= (query.data?.total ?? 0)
  const go = (to: number) => at.set({ page: to > 1 ? String(to) : '' })
  return (
    <PeoplePage
      title={t('logs.title')}
      note={t('logs.note')}
      actions={
        <ActButton icon={<DownloadIcon size={15} />} act={exportAll}>
          {t('logs.export')}
        </ActButton>
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('logs.title')}
        rowId={(r) => String(r.id)}
        search={t('logs.search')}
        filters={[
          ...(manages
            ? [
                {
                  key: 'user',
                  label: t('columns.who'),
                  options: (people.data?.items ?? []).map((u) => ({
                    value: u.id,
                    label: `${u.first_name} ${u.last_name}`,
                  })),
                },
              ]
            : []),
          {
            key: 'area',
            kind: 'many',
            label: t('columns.what'),
            options: AREAS.map((a) => ({ value: a, label: t(`areas.${a}`) })),
          },
          { key: 'at', kind: 'days', label: t('columns.when') },
        ]}
        empty={{
          icon: <ScrollTextIcon size={18} />,
          title: t('logs.empty'),
          body: t('logs.emptyBody'),
        }}
        paging={{
          total: query.data?.total,
          totalCapped: query.data?.total_capped,
          onPrevious: page > 1 ? () => go(page - 1) : undefined,
          onNext:
            items.length === PAGE_SIZE && (!last || query.data?.total_capped)
              ? () => go(page + 1)
              : undefined,
        }}
      />
    </PeoplePage>
  )
}
