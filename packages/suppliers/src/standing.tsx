import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Card, Facts } from '@zabuni/ui/card'
import { ExpiryBadge, KINDS, latest, Meter } from './parts.tsx'
import { profile } from './queries.ts'

/** What a company's profile lacks and which of its papers run out; nothing when all is well. */
export const CompanyStanding = () => {
  const { t } = useTranslation('suppliers')
  const query = useQuery(profile('supplier'))
  const p = query.data
  if (query.isPending) return <div className="skeleton h-32 rounded-lg" />
  // The dashboard is of use without it; the profile's own page tells what failed.
  if (!p) return null
  const now = latest(p)
  const papers = KINDS.flatMap((kind) => {
    const version = now[kind]
    return version && version.state !== 'valid' ? [{ kind, version }] : []
  })
  return (
    <>
      {papers.length ? (
        <Card title={t('summary.papers')}>
          <Facts
            items={papers.map(({ kind, version }) => ({
              label: t(`documents.${kind}`),
              value: <ExpiryBadge version={version} />,
            }))}
          />
        </Card>
      ) : null}
      {p.complete < 100 ? <Meter profile={p} base="/update-profile" /> : null}
    </>
  )
}
