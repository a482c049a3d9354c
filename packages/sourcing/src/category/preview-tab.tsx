import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { CategoryPreview } from '../preview/category.tsx'
import { attachmentOf, itemPhoto, preview } from '../queries.ts'
import type { TabProps } from './frame.tsx'

/** The category as suppliers will see it. */
export const PreviewTab = ({ found }: TabProps) => {
  const { t, i18n } = useTranslation('sourcing')
  const query = useQuery(preview(found.id))
  if (query.isError) return <Banner tone="bad">{problemText(query.error, i18n)}</Banner>
  if (!query.data) return <div className="skeleton h-64" />
  return (
    <div className="grid gap-4">
      <Banner tone="info">{t('preview.note')}</Banner>
      <CategoryPreview
        category={query.data}
        photoOf={(item, photo) => itemPhoto(found.id, item, photo)}
        attachmentOf={(id) => attachmentOf(found.id, id)}
      />
    </div>
  )
}
