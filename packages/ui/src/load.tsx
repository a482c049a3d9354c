import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { CircleAlertIcon, LockIcon, MapPinOffIcon, UnplugIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Button } from './button.tsx'
import { EmptyState } from './empty.tsx'
import { LinkButton } from './link-button.tsx'
import { Page } from './page.tsx'
import { PageSkeleton, type SkeletonKind } from './skeleton.tsx'

/** What a screen needs of a read behind it. */
export type Read<T = unknown> = {
  data: T | undefined
  isError: boolean
  error: unknown
  refetch: () => unknown
}
// A read that this screen does without, such as that of a thing not made yet.
type Maybe = Read | null
type Told<R extends Maybe> = R extends Read ? Exclude<R['data'], undefined> : null
type All<Q extends Maybe | readonly Maybe[]> = Q extends readonly Maybe[]
  ? { -readonly [K in keyof Q]: Q[K] extends Maybe ? Told<Q[K]> : never }
  : Q extends Maybe
    ? Told<Q>
    : never

const reasonOf = (error: unknown): 'network' | 'forbidden' | 'missing' | 'failed' => {
  const { name, status } = (error ?? {}) as { name?: string; status?: number }
  if (name === 'NetworkError') return 'network'
  // 422: the address names what is no name of anything, such as half of one.
  const missing = status === 404 || status === 410 || status === 422
  return status === 403 ? 'forbidden' : missing ? 'missing' : 'failed'
}
/** The address names nothing: there is no form here whose errors one could correct. */
const isNoName = (error: unknown): boolean => (error as { status?: number } | null)?.status === 422
/** A right is lacking, and the server has nothing more exact to say of it. */
const isPlainRefusal = (error: unknown): boolean => {
  const { status, problem } = (error ?? {}) as { status?: number; problem?: { code?: string } }
  return status === 403 && (problem?.code ?? 'forbidden') === 'forbidden'
}
const ICONS = {
  network: UnplugIcon,
  forbidden: LockIcon,
  missing: MapPinOffIcon,
  failed: CircleAlertIcon,
} as const

/** Why a screen has nothing to show, and what can be done about it. */
const LoadFailure = ({
  error,
  title,
  onRetry,
}: {
  error: unknown
  title: string
  onRetry: () => void
}) => {
  const { t, i18n } = useTranslation(['common', 'console'])
  const navigate = useNavigate()
  const reason = reasonOf(error)
  const Icon = ICONS[reason]
  const says = {
    network: t('console:load.network'),
    forbidden: t('errors.permissionTitle'),
    missing: t('console:load.missing'),
    failed: t('errors.chunkTitle'),
  }
  const again = reason === 'network' || reason === 'failed'
  return (
    <Page title={title}>
      <EmptyState
        icon={<Icon size={18} />}
        title={says[reason]}
        body={
          isPlainRefusal(error)
            ? t('errors.permissionBody')
            : problemText(isNoName(error) ? { problem: { code: 'not_found' } } : error, i18n)
        }
        action={
          again ? (
            <Button onClick={onRetry}>{t('actions.retry')}</Button>
          ) : (
            <span className="flex flex-wrap justify-center gap-2">
              <Button onClick={() => void navigate(-1)}>{t('actions.back')}</Button>
              <LinkButton to="/">{t('errors.home')}</LinkButton>
            </span>
          )
        }
      />
    </Page>
  )
}

/** What a screen reads, one thing or several: its shape while it comes, why it does not come, or the screen. */
export const Load = <const Q extends Maybe | readonly Maybe[]>({
  query,
  title,
  as = 'details',
  children,
}: {
  query: Q
  title: string
  /** What kind of screen is coming, for its shape. */
  as?: SkeletonKind
  children: (data: All<Q>) => ReactNode
}) => {
  const reads = (Array.isArray(query) ? query : [query]) as readonly Maybe[]
  const broken = reads.filter((read): read is Read => !!read?.isError && read.data === undefined)
  if (broken[0])
    return (
      <LoadFailure
        error={broken[0].error}
        title={title}
        onRetry={() => {
          for (const read of broken) void read.refetch()
        }}
      />
    )
  if (reads.some((read) => read?.data === undefined && read)) return <PageSkeleton as={as} />
  const data = reads.map((read) => read?.data ?? null)
  return children((Array.isArray(query) ? data : data[0]) as All<Q>)
}
