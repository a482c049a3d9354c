import { Load, type Read } from '@zabuni/ui/load'
import type { ComponentProps, ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isActivity } from './activity.ts'
import { queryName, to } from './address.ts'
import { useHere } from './here.tsx'
import { PARAMS, type Param } from './slots.ts'

const IDS: readonly string[] = PARAMS.map(queryName)
const NOT_FOUND = '/page-not-found'

/** What a record tells of where it stands. */
type Whereabouts = { activity: string; job_id?: string; category_id?: string }
/** What else an address names that the record knows better. */
type Own = Readonly<Partial<Record<Param, string>>>

/**
 * What is drawn of a record is what its own activity has, beside its own job, whatever the address says: an address
 * of another one leads on to the record's own, with all that was asked.
 */
export const OfRecord = ({
  record,
  own = {},
  children,
}: {
  record: Whereabouts
  own?: Own | undefined
  children: () => ReactNode
}) => {
  const { of, ids, sameOf } = useHere()
  const { search, hash } = useLocation()
  const { activity, job_id: jobId, category_id: categoryId } = record
  const told = Object.entries({ activity, jobId, categoryId, ...own }) as [Param, string?][]
  // Only what the address names can be wrong in it.
  const wrong = told.filter(([name, value]) => value && ids[name] && ids[name] !== value)
  const owner = isActivity(of) ? activity : of
  if (owner === of && wrong.length === 0) return children()
  const query = Object.fromEntries(
    [...new URLSearchParams(search)].filter(([name]) => !IDS.includes(name)),
  )
  const there = to(sameOf(owner, Object.fromEntries(wrong)), { query, hash: hash.slice(1) })
  return <Navigate replace to={there ?? NOT_FOUND} />
}

/** Reads a record of an activity and draws it at its own address. */
export const LoadRecord = <T extends Whereabouts>({
  query,
  own,
  children,
  ...shape
}: Omit<ComponentProps<typeof Load>, 'query' | 'children'> & {
  query: Read<T>
  own?: (record: T) => Own
  children: (record: T) => ReactNode
}) => (
  <Load {...shape} query={query as Read<Whereabouts>}>
    {(record) => (
      <OfRecord record={record} own={own?.(record as T)}>
        {() => children(record as T)}
      </OfRecord>
    )}
  </Load>
)
