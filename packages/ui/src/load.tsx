import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { UnplugIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty.tsx'
import { Page, PageSkeleton } from './page.tsx'

type Read<T> = {
  data: T | undefined
  isError: boolean
  error: unknown
  refetch: () => unknown
}

/** One read, three outcomes: the screen's shape while it comes, the reason when it does not, the screen. */
export const Load = <T,>({
  query,
  title,
  children,
}: {
  query: Read<T>
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
