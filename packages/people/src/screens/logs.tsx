import { useQuery } from '@tanstack/react-query'
import { api } from '@zabuni/api/desk'
import { saveFile } from '@zabuni/api/download'
import { session } from '@zabuni/api/session'
import { isLanguage, useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { can } from '@zabuni/routing/guard'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { DateTimeField } from '@zabuni/ui/date-time'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { DownloadIcon, ScrollTextIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AREAS, useActionWords } from '../actions.ts'
import { PeopleTabs } from '../parts.tsx'
import { usePlace } from '../place.ts'
import { type LogRow, logs, users } from '../queries.ts'

const column = columnsFor<LogRow>()
const PAGE_SIZE = 20
const startOf = (day: string) => new Date(`${day}T00:00`).toISOString()
const endOf = (day: string) =>
  new Date(new Date(`${day}T00:00`).getTime() + 86_400_000).toISOString()

/** Who did what and when, of the people of a company. */
export default function Logs() {
  const { t, i18n } = useTranslation('people')
  const say = useActionWords()
  const { scope } = usePlace()
  const { get, set } = useListParams()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const search = get('search')
  const area = AREAS.find((a) => a === get('area'))
  const user_id = get('user')
  const since = get('since')
  const until = get('until')
  const page = Math.max(1, Number(get('page')) || 1)
  const filter = {
    ...scope,
    ...(search ? { search } : {}),
    ...(area ? { area } : {}),
    ...(user_id ? { user_id } : {}),
    ...(since ? { since: startOf(since) } : {}),
    ...(until ? { until: endOf(until) } : {}),
  }
  const query = useQuery({
    ...logs({ ...filter, page, page_size: PAGE_SIZE }),
    placeholderData: (before) => before,
  })
  const manages = can(session(), 'MANAGE_USER')
  const people = useQuery({ ...users(scope), enabled: manages })
  const columns = useMemo(
    () => [
      column.accessor('at', {
        header: t('columns.when'),
        cell: (c) => <span className="text-ink-2">{formatDateTime(c.getValue())}</span>,
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
    setBusy(true)
    setFailure('')
    try {
      const language = isLanguage(i18n.language) ? i18n.language : 'en'
      const { data: bytes } = await api.POST('/authentication/user_logs/export', {
        params: { query: { ...filter, language } },
        parseAs: 'blob',
      })
      saveFile(bytes as unknown as Blob, 'user-logs.xlsx')
    } catch (error) {
      setFailure(problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  const filtered = !!(search || area || user_id || since || until)
  const items = query.data?.items ?? []
  const last = page * PAGE_SIZE >= (query.data?.total ?? 0)
  const go = (to: number) => set({ page: to > 1 ? String(to) : '' })
  return (
    <Page
      title={t('logs.title')}
      subtitle={t('logs.note')}
      actions={
        <Button icon={<DownloadIcon size={15} />} busy={busy} onClick={() => void exportAll()}>
          {t('logs.export')}
        </Button>
      }
    >
      <PeopleTabs />
      {failure ? (
        <div className="mb-3">
          <Banner tone="bad">{failure}</Banner>
        </div>
      ) : null}
      <search className="mb-3 flex flex-wrap items-end gap-2">
        <SearchInput
          value={search}
          label={t('logs.search')}
          onChange={(value) => set({ search: value, page: '' })}
        />
        <FilterChips
          filters={[
            ...(manages
              ? [
                  {
                    key: 'user',
                    label: t('columns.who'),
                    value: user_id,
                    options: (people.data?.items ?? []).map((u) => ({
                      value: u.id,
                      label: `${u.first_name} ${u.last_name}`,
                    })),
                  },
                ]
              : []),
            {
              key: 'area',
              label: t('columns.what'),
              value: area ?? '',
              options: AREAS.map((a) => ({ value: a, label: t(`areas.${a}`) })),
            },
          ]}
          onChange={(key, value) => set({ [key]: value, page: '' })}
        />
        <div className="grid grid-cols-2 gap-2 sm:w-72">
          <DateTimeField
            dateOnly
            name="since"
            label={t('logs.since')}
            hint={<span className="sr-only">DD-MM-YYYY</span>}
            value={since}
            onChange={(value) => set({ since: value, page: '' })}
          />
          <DateTimeField
            dateOnly
            name="until"
            label={t('logs.until')}
            hint={<span className="sr-only">DD-MM-YYYY</span>}
            value={until}
            onChange={(value) => set({ until: value, page: '' })}
          />
        </div>
      </search>
      <DataTable
        caption={t('logs.title')}
        columns={columns}
        rows={items}
        rowId={(r) => String(r.id)}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={
          filtered
            ? () => set({ search: '', area: '', user: '', since: '', until: '', page: '' })
            : undefined
        }
        empty={
          <EmptyState
            icon={<ScrollTextIcon size={18} />}
            title={t('logs.empty')}
            body={t('logs.emptyBody')}
          />
        }
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
    </Page>
  )
}
