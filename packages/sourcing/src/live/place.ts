import { useMatches } from 'react-router'
import type { Desk } from '../paths.ts'

/** What a screen of live work finds in its route's handle. */
export type LiveHandle = { desk: Desk }

const BASE: Record<Desk, string> = { buyer: '/buyer', operator: '/zabuni' }

/** Where the screens of live work are found on a desk. */
export const placeOf = (desk: Desk) => ({
  desk,
  jobs: `${BASE[desk]}/livejobs`,
  categories: (job: { id: string; activity: string }) =>
    `${BASE[desk]}/livejobs/${job.id}/${job.activity}/categories`,
  participants: (category: string) => `${BASE[desk]}/livejobs/categories/${category}/participants`,
})

/** Those addresses. */
export type Place = ReturnType<typeof placeOf>

/** The place that the address stands in. */
export const usePlace = () => {
  const handle = useMatches().at(-1)?.handle as LiveHandle
  return placeOf(handle.desk)
}
