import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { EmptyState } from '@zabuni/ui/empty'
import { Page, PageSkeleton } from '@zabuni/ui/page'
import { FileQuestionIcon } from 'lucide-react'
import { CategoryLook } from '../category-look.tsx'
import { previewQuery } from '../queries.ts'

/** What a category asks for, before taking part. */
export default function Questions() {
  const { t } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { categoryId } = useHere().ids
  const { data, error, refetch } = useQuery(previewQuery(categoryId))
  if (data) return <CategoryLook preview={data} />
  if (!error) return <PageSkeleton />
  return (
    <Page title={t('questions.title')}>
      <EmptyState
        icon={<FileQuestionIcon size={18} />}
        title={problemText(error)}
        action={<Button onClick={() => void refetch()}>{common('actions.retry')}</Button>}
      />
    </Page>
  )
}
