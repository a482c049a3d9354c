import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { PageSkeleton } from '@zabuni/ui/page'
import { Navigate, useParams } from 'react-router'
import { NotStarted } from '../not-started.tsx'
import { bidHref, reviewHref } from '../paths.ts'
import { bidQuery } from '../queries.ts'

/** Where messages lead that name a category: my bid there, its receipts once it is submitted, or what is asked. */
export default function Category() {
  const { categoryId = '' } = useParams()
  const { hrefOf } = useHere()
  const { data: bid, isPending } = useQuery(bidQuery(categoryId))
  if (isPending) return <PageSkeleton />
  const to = bid && (bid.receipts.length ? reviewHref : bidHref)(hrefOf, bid.activity, categoryId)
  return to ? <Navigate replace to={to} /> : <NotStarted categoryId={categoryId} />
}
