import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { EmptyState } from '@zabuni/ui/empty'
import { Page, PageSkeleton } from '@zabuni/ui/page'
import { UnplugIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** One read, three outcomes: the screen's shape while it comes, the reason when it does not, the screen. */
export const Load = <T,>({
  query,
  title,
  children,
}: {
  query: UseQueryResult<T>
  title: string
  children: (data: T) => ReactNode
}) => {
  const { t, i18n } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <PageSkeleton />
  return (
    <Page title={title}>
      <EmptyState
        icon={<UnplugIcon size={18} />}
        title={t('errors.chunkTitle')}
        body={problemText(query.error, i18n)}
        action={<Button onClick={() => void query.refetch()}>{t('actions.retry')}</Button>}
      />
    </Page>
  )
}
