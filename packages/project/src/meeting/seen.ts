import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@zabuni/api/error'
import { useState } from 'react'
import { type Meeting, meeting } from './queries.ts'

/**
 * The version of a meeting that was read, whatever comes in meanwhile. Where a save was refused because somebody else
 * was first, that is told once, and the next one is meant: then it stands on what is there now.
 */
export const useSeen = (m: Pick<Meeting, 'id' | 'version'> | null) => {
  const cache = useQueryClient()
  const [read] = useState(m?.version ?? 0)
  const [version, setVersion] = useState(read)
  const refused = async (error: unknown): Promise<never> => {
    if (m && error instanceof ApiError && error.problem?.code === 'project.meeting_changed')
      setVersion((await cache.fetchQuery({ ...meeting(m.id), staleTime: 0 })).version)
    throw error
  }
  return { read, version, refused }
}
