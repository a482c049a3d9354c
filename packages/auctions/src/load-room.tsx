import { useQuery } from '@tanstack/react-query'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord, OfRecord } from '@zabuni/activities/ui/record'
import type { ReactNode } from 'react'
import { type Auction, auction, category, preview, type Room, room } from './queries.ts'

/** Reads the room that the address names for a bidder. */
export const LoadRoom = ({
  title,
  of = room,
  children,
}: {
  title: string
  /** Which room: the real one, or the one for practice. */
  of?: typeof room
  children: (found: Room, lost: boolean) => ReactNode
}) => {
  const { activity, ids } = useActivity()
  const query = useQuery(of(ids.categoryId))
  // What has no room is asked for what it is, and led to its own screens.
  const absent = query.isError && !query.data
  const { data: other } = useQuery({ ...preview(ids.categoryId), enabled: absent })
  if (other && other.activity !== activity) return <OfRecord record={other}>{() => null}</OfRecord>
  return (
    <LoadRecord query={query} title={title}>
      {(found) => children(found, query.isError || query.failureCount > 0)}
    </LoadRecord>
  )
}

/** Reads the auction that the address names for its host. */
export const LoadAuction = ({
  title,
  children,
}: {
  title: string
  children: (found: Auction) => ReactNode
}) => {
  const { activity, ids } = useActivity()
  const query = useQuery(auction(ids.categoryId))
  // What has no room is asked for what it is, and led to its own screens.
  const absent = query.isError && !query.data
  const { data: other } = useQuery({ ...category(ids.categoryId), enabled: absent })
  if (other && other.activity !== activity) return <OfRecord record={other}>{() => null}</OfRecord>
  return (
    <LoadRecord query={query} title={title}>
      {children}
    </LoadRecord>
  )
}
