import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { PageSkeleton } from '@zabuni/ui/skeleton'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { NotStarted } from '../not-started.tsx'
import { bidHref, reviewHref } from '../paths.ts'
import { type Bid, bidQuery } from '../queries.ts'

const Arrival = ({ categoryId }: { categoryId: string }) => {
  const { hrefOf } = useHere()
  const { data, isPending } = useQuery(bidQuery(categoryId))
  // A bid that is begun from here leads on by itself: what was there at arrival counts.
  const [bid, setBid] = useState<Bid | null>()
  if (!isPending && bid === undefined) setBid(data ?? null)
  if (bid === undefined) return <PageSkeleton />
  const to = bid && (bid.receipts.length ? reviewHref : bidHref)(hrefOf, bid.activity, categoryId)
  return to ? <Navigate replace to={to} /> : <NotStarted categoryId={categoryId} />
}

/** Where messages lead that name a category: my bid there, its receipts once it is submitted, or what is asked. */
export default function Category() {
  const { categoryId = '' } = useParams()
  return <Arrival key={categoryId} categoryId={categoryId} />
}
