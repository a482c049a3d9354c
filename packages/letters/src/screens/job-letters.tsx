import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { job } from '@zabuni/sourcing/queries'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useLetterLanguage } from '../parts.tsx'
import { type Template, templates } from '../queries.ts'
import { LetterJobsTable } from './letter-jobs.tsx'

const Words = ({ template, jobId }: { template: Template; jobId: string }) => {
  const { t } = useTranslation('letters')
  const { of, href } = useHere()
  const { kind, saved_at } = template
  const to = href(saved_at ? `${kind}Edit` : `${kind}Create`, { jobId })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <span className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {t(`kinds.${kind}`)}
          {saved_at ? null : <Badge>{t('templates.standard')}</Badge>}
        </span>
        <span className="text-sm break-words text-ink-2">{template.subject}</span>
        {saved_at ? (
          <span className="text-xs text-ink-3">
            {t('templates.saved', { at: formatMoment(saved_at, ownZone()) })} ·{' '}
            {t(`languages.${template.language}`)}
          </span>
        ) : null}
      </span>
      {to && mayHere(of, 'conduct') ? (
        <LinkButton size="sm" to={to}>
          {saved_at ? t('templates.edit') : t('templates.write')}
          <span className="sr-only"> {t(`kinds.${kind}`)}</span>
        </LinkButton>
      ) : null}
    </li>
  )
}

/** The letters of a job: their words, kind by kind, and the categories that they are for. */
export default function JobLetters() {
  const { t } = useTranslation('letters')
  const { ids, href } = useHere()
  const { jobId } = ids
  const query = useQuery(templates(jobId, useLetterLanguage()))
  const back = href('details', { jobId })
  return (
    <LoadRecord query={useQuery(job(jobId))} title={t('templates.title')}>
      {() => (
        <Load query={query} title={t('templates.title')}>
          {(all) => (
            <Page
              title={t('templates.title')}
              subtitle={t('templates.note')}
              crumbs={[{ label: t('templates.job'), to: back }]}
            >
              <div className="grid grid-cols-1 gap-6">
                <Card title={t('templates.words')} flush>
                  <ul className="divide-y divide-line">
                    {all.map((template) => (
                      <Words key={template.kind} template={template} jobId={jobId} />
                    ))}
                  </ul>
                </Card>
                <section className="grid grid-cols-1 gap-2">
                  <h2 className="text-base font-semibold">{t('jobs.title')}</h2>
                  <LetterJobsTable jobId={jobId} />
                </section>
              </div>
            </Page>
          )}
        </Load>
      )}
    </LoadRecord>
  )
}
