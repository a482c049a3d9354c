import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { FindingsCard } from '../findings-card.tsx'
import { category, job } from '../queries.ts'

/** Categories whose gaps are shown at once; the others have theirs on their own screens. */
const SHOWN = 5

/** What a drafted job still lacks before it can be published, category by category. */
export const Missing = ({ jobId }: { jobId: string }) => {
  const { t } = useTranslation('sourcing')
  const drafted = useQuery(job(jobId))
  const all = drafted.data?.categories ?? []
  const details = useQueries({ queries: all.slice(0, SHOWN).map((c) => category(c.id)) })
  return (
    <>
      {details.map(({ data }) =>
        data ? (
          <FindingsCard
            key={data.id}
            category={data}
            title={`${t('findings.title')}: ${data.name}`}
            findings={data.findings}
          />
        ) : null,
      )}
      {all.length > SHOWN ? (
        <p className="text-sm text-ink-2">{t('publish.more', { count: all.length - SHOWN })}</p>
      ) : null}
    </>
  )
}
