import { Load } from '@zabuni/ui/load'
import type { ComponentProps, ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { queryName, to } from './address.ts'
import { useHere } from './here.tsx'
import { PARAMS } from './slots.ts'

const IDS: readonly string[] = PARAMS.map(queryName)
const NOT_FOUND = '/page-not-found'

/**
 * What is drawn of a record is what its own activity has, whatever the address says: an address of another one
 * leads on to the record's own, with all that was asked.
 */
export const OfRecord = ({
  record,
  children,
}: {
  record: { activity: string }
  children: () => ReactNode
}) => {
  const { of, sameOf } = useHere()
  const { search, hash } = useLocation()
  if (record.activity === of) return children()
  const query = Object.fromEntries(
    [...new URLSearchParams(search)].filter(([name]) => !IDS.includes(name)),
  )
  const own = to(sameOf(record.activity), { query, hash: hash.slice(1) })
  return <Navigate replace to={own ?? NOT_FOUND} />
}

/** Reads a record of an activity and draws it at its own address. */
export const LoadRecord = <T extends { activity: string }>({
  children,
  ...read
}: ComponentProps<typeof Load<T>>) => (
  <Load {...read}>{(record) => <OfRecord record={record}>{() => children(record)}</OfRecord>}</Load>
)
