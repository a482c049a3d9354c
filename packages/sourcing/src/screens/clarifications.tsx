import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Clarifications } from '../clarifications.tsx'
import { category } from '../queries.ts'

/** Where who is told of a question answers it: of a category whose activity the notice does not know. */
export default function ClarificationsScreen() {
  const { t } = useTranslation('sourcing')
  const { ids, hrefOf } = useHere()
  const query = useQuery(category(ids.categoryId))
  return (
    <Load query={query} title={t('clarifications.title')}>
      {(found) => (
        <Page
          title={t('clarifications.title')}
          subtitle={`${found.reference} · ${found.name}`}
          crumbs={[
            {
              label: found.name,
              to: hrefOf(found.activity, 'categoryDetails', {
                jobId: found.job_id,
                categoryId: found.id,
              }),
            },
          ]}
        >
          <div className="grid max-w-3xl gap-4">
            <Clarifications found={found} />
          </div>
        </Page>
      )}
    </Load>
  )
}
