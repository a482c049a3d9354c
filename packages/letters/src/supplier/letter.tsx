import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { Paper } from '../paper.tsx'
import { DownloadButton, KindBadge } from '../parts.tsx'
import { myLetter, myLetterPDF } from './queries.ts'

/** A letter to my company. */
export default function MyLetter() {
  const { t } = useTranslation('letters')
  const { letterId = '' } = useParams()
  const cache = useQueryClient()
  const query = useQuery(myLetter(letterId))
  const { isSuccess } = query
  // The list counts it as read from now on.
  useEffect(() => {
    if (isSuccess)
      void cache.invalidateQueries({ queryKey: [...keys.letters, 'mine'], refetchType: 'none' })
  }, [isSuccess, cache])
  return (
    <Load query={query} title={t('letter.title')}>
      {(l) => (
        <Page
          title={l.category_name}
          crumbs={[{ label: t('mine.title'), to: '/supplier/dashbard/letters' }]}
          status={<KindBadge kind={l.text.kind} />}
          subtitle={`${l.buyer_name} · ${l.reference}`}
          actions={
            <DownloadButton read={() => myLetterPDF(l.id)} name={`${l.text.kind}-letter.pdf`} />
          }
        >
          <div className="grid gap-3">
            <Paper
              text={l.text}
              from={l.buyer_name}
              to={l.supplier_name}
              reference={l.reference}
              issued={{ at: l.issued_at, zone: l.timezone }}
            />
            <p className="mx-auto w-full max-w-[720px] text-xs break-all text-ink-3">
              {t('letter.proof')} <span className="font-mono">{l.sha256}</span>
            </p>
          </div>
        </Page>
      )}
    </Load>
  )
}
