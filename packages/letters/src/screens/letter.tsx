import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { Card, Facts } from '@zabuni/ui/card'
import { Page } from '@zabuni/ui/page'
import { Paper } from '../paper.tsx'
import { DownloadButton, KindBadge } from '../parts.tsx'
import { letter, letterPDF } from '../queries.ts'

/** A letter that went out, as the buyer's desk reads it. */
export default function Letter() {
  const { t } = useTranslation('letters')
  const { ids, href } = useHere()
  const query = useQuery(letter(ids.letterId))
  return (
    <LoadRecord query={query} title={t('letter.title')}>
      {(l) => {
        const back = href('categoryLetters', { jobId: l.job_id, categoryId: l.category_id })
        return (
          <Page
            title={l.supplier_name}
            crumbs={[{ label: l.category_name, to: back }]}
            status={<KindBadge kind={l.text.kind} />}
            subtitle={l.reference}
            actions={
              <DownloadButton read={() => letterPDF(l.id)} name={`${l.text.kind}-letter.pdf`} />
            }
          >
            <div className="grid gap-4 grid-cols-1 lg:grid-cols-[minmax(0,1fr)_280px] lg:items-start">
              <Paper
                text={l.text}
                from={l.buyer_name}
                to={l.supplier_name}
                reference={l.reference}
                at={l.issued_at}
              />
              <Card title={t('letter.delivery')}>
                <Facts
                  items={[
                    { label: t('columns.issued'), value: formatDateTime(l.issued_at) },
                    {
                      label: t('columns.read'),
                      value: l.read_at ? formatDateTime(l.read_at) : t('letter.unread'),
                    },
                    {
                      label: 'SHA-256',
                      value: <span className="font-mono text-xs break-all">{l.sha256}</span>,
                    },
                  ]}
                />
              </Card>
            </div>
          </Page>
        )
      }}
    </LoadRecord>
  )
}
