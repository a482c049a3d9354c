import type { RowData } from '@tanstack/react-table'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { EmptyState } from './empty.tsx'
import { type Filter, FilterChips, isSet, paramsOf, SearchInput } from './filters.tsx'
import { LeftOut, setOf } from './left-out.tsx'
import type { ListParams } from './list-params.tsx'
import type { Paging } from './pagination.tsx'
import { canSort, columnKey, sorted, sortingOf, textOf } from './sorting.tsx'
import { useTableSettings } from './table-settings.tsx'
import { ViewMenu } from './view-menu.tsx'

/** A page of a list, as every server of ours answers it. */
type Answer<T> = {
  items?: readonly T[] | null | undefined
  next?: string | undefined
  total?: number | undefined
  total_capped?: boolean | undefined
}

/** What a list needs of the read behind it. */
export type ListRead<T> = {
  data: Answer<T> | undefined
  isPending: boolean
  isPlaceholderData: boolean
  isError: boolean
  error: unknown
  refetch: () => unknown
}

type Passed = 'columns' | 'caption' | 'selection' | 'onSelection' | 'canSelect' | 'bulk'
type ListProps<T extends RowData> = Pick<DataTableProps<T>, Passed> & {
  /** Search, filters and page, as the address has them. */
  at: ListParams
  query: ListRead<T>
  /** What is searched for, in words; without them the list has no search. */
  search?: string
  /** What may be chosen; what is chosen stands in the address under the filter's key. */
  filters?: readonly Filter[]
  /** Controls of the screen's own beside the filters. */
  controls?: ReactNode
  /** The keys of the address by which something else than search and filters narrows the list. */
  narrowing?: readonly string[]
  /** What stands here before there is anything, and the way on. */
  empty: ComponentProps<typeof EmptyState>
  rowId?: (row: T) => string
  /** Where the pages are not the read's own, or all comes at once. */
  paging?: Paging
}

const idOf = (row: unknown) => (row as { id: string }).id

/** A list of one kind of thing: search and filters kept in the address, and a table with all its states. */
export const List = <T extends RowData>({
  at,
  query,
  search,
  filters = [],
  controls,
  narrowing = [],
  empty,
  rowId = idOf,
  paging,
  columns,
  ...table
}: ListProps<T>) => {
  const { i18n } = useTranslation()
  const [settings, change] = useTableSettings()
  const { data } = query
  const items = data?.items ?? []
  // A page of more rows cannot be put in order here: it would be the order of that page alone.
  const whole = !data?.next && !at.after && !paging?.onNext && !paging?.onPrevious
  const sorting = whole ? sortingOf(at.get('sort')) : []
  const [first, ...others] = columns
  const shown = [
    ...(first ? [first] : []),
    ...others.filter((c) => !settings.hidden.includes(columnKey(c))),
  ].map((c) => ({
    ...c,
    enableSorting: whole && typeof c.header === 'string' && canSort(c, items),
  })) as typeof columns
  const named = others.flatMap((c) =>
    typeof c.header === 'string' && c.header ? [{ key: columnKey(c), label: c.header }] : [],
  )
  // An address may name what is no choice here, or not yet: that is no set filter.
  const chips = filters.map((filter) => setOf(at, filter))
  const keys = [...(search ? ['search'] : []), ...narrowing]
  const narrowed = keys.some((key) => at.get(key)) || chips.some(isSet)
  const clear = () =>
    at.set(Object.fromEntries([...keys, ...chips.flatMap(paramsOf)].map((key) => [key, ''])))
  const menu = (
    <ViewMenu
      columns={named}
      settings={settings}
      onChange={change}
      query={at.asked}
      onOpen={at.open}
    />
  )
  return (
    <>
      {search || chips.length || controls ? (
        <search className="mb-3 flex flex-wrap items-center gap-2 has-[label[for]]:items-end">
          {search ? (
            <SearchInput
              value={at.search}
              label={search}
              onChange={(value) => at.set({ search: value })}
            />
          ) : null}
          {chips.length ? <FilterChips filters={chips} onChange={at.set} /> : null}
          {controls}
          <span className="ml-auto">{menu}</span>
        </search>
      ) : named.length > 2 ? (
        <div className="mb-3 flex justify-end">{menu}</div>
      ) : null}
      <LeftOut at={at} filters={filters} />
      <DataTable
        {...table}
        columns={shown}
        rows={sorted(items, sorting, columns as readonly { id?: string }[], i18n.language)}
        sorting={sorting}
        onSorting={(by) => at.set({ sort: textOf(by) })}
        compact={settings.compact}
        rowId={rowId}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={narrowed ? clear : undefined}
        empty={<EmptyState {...empty} />}
        paging={
          paging ?? {
            total: data?.total,
            totalCapped: data?.total_capped,
            ...at.paging(data?.next || undefined),
          }
        }
      />
    </>
  )
}

/** The signs of a name for which there is always room. */
const SHORT = 28

/** The first cell of a row: the name by which the whole row opens, and a line under it; a name alone where nothing opens. */
export const RowLink = ({
  to,
  note,
  children,
}: {
  to: string | null | undefined
  note?: ReactNode
  children: ReactNode
}) => {
  // A name that is cut can be read whole.
  const title = typeof children === 'string' ? children : undefined
  // A short name is never cut, a long one keeps enough of itself to be told from the next.
  const look = cx(
    'font-medium max-sm:wrap-anywhere max-sm:whitespace-normal cards:wrap-anywhere cards:whitespace-normal',
    !(title && title.length < SHORT) && 'truncate @lg:min-w-56',
  )
  return (
    <span className="grid max-w-md min-w-0">
      {to ? (
        <Link
          to={to}
          title={title}
          className={cx(look, 'after:absolute after:inset-0 hover:text-brand')}
        >
          {children}
        </Link>
      ) : (
        <span title={title} className={look}>
          {children}
        </span>
      )}
      {note ? <span className="text-xs text-ink-3">{note}</span> : null}
    </span>
  )
}
