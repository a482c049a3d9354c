import { useQuery } from '@tanstack/react-query'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord, OfRecord } from '@zabuni/activities/ui/record'
import type { ReactNode } from 'react'
import { preview, type Room, room } from './queries.ts'

/** Reads the room that the address names for a bidder; what is no auction is led to its own screens. */
export const LoadRoom = ({
  title,
  children,
}: {
  title: string
  children: (found: Room, lost: boolean) => ReactNode
}) => {
  const { activity, ids } = useActivity()
  const query = useQuery(room(ids.categoryId))
  // Only what has no room is asked for what it is.
  const { data: other } = useQuery({
    ...preview(ids.categoryId),
    enabled: query.isError && !query.data,
  })
  if (other && other.activity !== activity) return <OfRecord record={other}>{() => null}</OfRecord>
  return (
    <LoadRecord query={query} title={title}>
      {(found) => children(found, query.isError || query.failureCount > 0)}
    </LoadRecord>
  )
}
