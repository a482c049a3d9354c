import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Page } from '@zabuni/ui/page'
import { PageSkeleton } from '@zabuni/ui/skeleton'
import { CategoryLook } from './category-look.tsx'
import { previewQuery } from './queries.ts'

/** Where a bid would be: what the category asks for, and the step to take part. */
export const NotStarted = ({ categoryId }: { categoryId: string }) => {
  const { t } = useTranslation('bidding')
  const { data, error } = useQuery(previewQuery(categoryId))
  if (data) return <CategoryLook preview={data} />
  if (!error) return <PageSkeleton />
  return (
    <Page title={t('questions.title')}>
      <Banner tone="bad">{problemText(error)}</Banner>
    </Page>
  )
}
