import { useQuery } from '@tanstack/react-query'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { useTranslation } from '@zabuni/i18n'
import { faultText } from '@zabuni/i18n/problem'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { FileSpreadsheetIcon, FileTextIcon, ListChecksIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { OfJob } from '../of-job.tsx'
import { type JobReport, jobReports } from '../queries.ts'
import { useReport } from '../use-report.ts'

const ICONS = { xlsx: FileSpreadsheetIcon, pdf: FileTextIcon }

const Take = ({ jobId, report }: { jobId: string; report: JobReport }) => {
  const { t } = useTranslation('figures')
  const { href, ids } = useActivity()
  const ask = useReport(jobId)
  const name = t(`reports.name.${report.name}`)
  if (report.questions || report.supplier)
    return (
      <LinkButton
        size="sm"
        to={href('reportQuestions', {
          jobId,
          categoryId: ids.categoryId,
          reportName: report.name,
        })}
        icon={<ListChecksIcon aria-hidden="true" size={15} />}
      >
        {t(report.supplier ? 'reports.chooseSupplier' : 'reports.chooseQuestions')}
      </LinkButton>
    )
  return report.formats.map((format) => {
    const Icon = ICONS[format]
    return (
      <ActButton
        key={format}
        size="sm"
        aria-label={`${name}: ${t(`reports.format.${format}`)}`}
        icon={<Icon aria-hidden="true" size={15} />}
        act={() => ask(report.name, { format })}
      >
        {t(`reports.format.${format}`)}
      </ActButton>
    )
  })
}

const Line = ({ report, children }: { report: JobReport; children: ReactNode }) => {
  const { t, i18n } = useTranslation('figures')
  const { ready, categories: count } = report
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
      <div className="grid min-w-60 flex-1 gap-0.5">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {t(`reports.name.${report.name}`)}
          {ready && ready < count ? (
            <Badge tone="info">{t('reports.partly', { ready, count })}</Badge>
          ) : null}
        </h3>
        <p className="text-sm text-ink-2">{t(`reports.about.${report.name}`)}</p>
        {ready ? null : (
          <p className="text-sm text-ink-3">
            {faultText({ code: report.wait ?? 'report.not_yet', params: {} }, i18n)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}

const OfOne = ({ jobId }: { jobId: string }) => {
  const { t } = useTranslation('figures')
  const { ids, href, word } = useActivity()
  return (
    <LoadRecord query={useQuery(jobReports(jobId))} title={t('reports.title')}>
      {(job) => {
        const now = job.items.filter((r) => r.ready)
        const later = job.items.filter((r) => !r.ready)
        return (
          <Page
            width="form"
            title={t('reports.title')}
            subtitle={`${job.reference} · ${job.title}`}
            crumbs={[
              { label: word('list'), to: href('list') },
              {
                label: job.title,
                to: ids.categoryId
                  ? href('categoryDetails', { jobId, categoryId: ids.categoryId })
                  : href('details', { jobId }),
              },
            ]}
          >
            <div className="grid gap-4">
              {now.length ? (
                <Card flush title={t('reports.now')}>
                  <ul className="divide-y divide-line">
                    {now.map((report) => (
                      <Line key={report.name} report={report}>
                        <Take jobId={job.job_id} report={report} />
                      </Line>
                    ))}
                  </ul>
                </Card>
              ) : (
                <EmptyState
                  icon={<FileTextIcon size={18} />}
                  title={t('reports.none')}
                  body={t('reports.noneBody')}
                />
              )}
              {later.length ? (
                <Card flush title={t('reports.later')}>
                  <ul className="divide-y divide-line">
                    {later.map((report) => (
                      <Line key={report.name} report={report}>
                        {null}
                      </Line>
                    ))}
                  </ul>
                </Card>
              ) : null}
            </div>
          </Page>
        )
      }}
    </LoadRecord>
  )
}

/** The reports of a job, or of the one that has a category: those that there are now, and those that come later. */
export default function Reports() {
  return <OfJob>{(jobId) => <OfOne jobId={jobId} />}</OfJob>
}
