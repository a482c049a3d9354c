import { useQueries } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { faultText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { useEffect, useRef } from 'react'
import { type Finding, splitPointer } from '../findings.ts'
import { FindingsCard } from '../findings-card.tsx'
import { category } from '../queries.ts'

/** Why a job was not published, category by category. */
export const JobFindings = ({ findings }: { findings: readonly Finding[] }) => {
  const { t, i18n } = useTranslation('sourcing')
  const box = useRef<HTMLDivElement>(null)
  const parts = findings.map((finding) => ({ finding, ...splitPointer(finding.pointer) }))
  const ids = [...new Set(parts.flatMap((p) => (p.categoryId ? [p.categoryId] : [])))]
  const details = useQueries({ queries: ids.map((id) => category(id)) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal takes the focus anew
  useEffect(() => box.current?.focus(), [findings])
  return (
    <div ref={box} tabIndex={-1} className="grid gap-3 rounded-lg outline-offset-2">
      <Banner tone="bad">{t('publish.refused', { count: findings.length })}</Banner>
      {parts
        .filter((p) => !p.categoryId)
        .map(({ finding }) => (
          <Banner key={finding.code} tone="warn">
            {faultText(finding, i18n)}
          </Banner>
        ))}
      {details.map(({ data }) =>
        data ? (
          <FindingsCard
            key={data.id}
            category={data}
            title={`${data.number} ${data.name}`}
            findings={parts
              .filter((p) => p.categoryId === data.id)
              .map((p) => ({ ...p.finding, pointer: p.rest }))}
          />
        ) : null,
      )}
    </div>
  )
}
