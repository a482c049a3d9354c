import { useQuery } from '@tanstack/react-query'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { faultText } from '@zabuni/i18n/problem'
import { useAct } from '@zabuni/ui/act'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ComboboxField } from '@zabuni/ui/combobox'
import { EmptyState } from '@zabuni/ui/empty'
import { Checkbox } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { FileSpreadsheetIcon, FileTextIcon, ListChecksIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { OfJob } from '../of-job.tsx'
import { jobReports, type ReportName, reportChoices } from '../queries.ts'
import { useReport } from '../use-report.ts'

type Choices = Schemas['ReportChoices']
type Job = Schemas['JobReports']
type Question = Choices['questions'][number]

/** As many as one report has. */
const MOST = 200

/** Questions that stand together, in the order in which they came. */
const grouped = (all: readonly Question[], of: (q: Question) => string) => {
  const groups = new Map<string, Question[]>()
  for (const q of all) groups.set(of(q), [...(groups.get(of(q)) ?? []), q])
  return [...groups.values()]
}

/** Leads back to the reports of a job. */
const useBack = () => {
  const { href, ids } = useActivity()
  return (jobId: string) => href('reports', { jobId, categoryId: ids.categoryId })
}

const Questions = ({ choices, name }: { choices: Choices; name: ReportName }) => {
  const { t } = useTranslation('figures')
  const back = useBack()
  const { run, busy, banner } = useAct()
  const jobId = choices.job_id
  const ask = useReport(jobId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const set = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const id of ids) on ? after.add(id) : after.delete(id)
      return after
    })
  return (
    <div className="grid gap-4">
      {grouped(choices.questions, (q) => q.category_id).map((category) => (
        <Card key={category[0]?.category_id} title={category[0]?.category_name}>
          <div className="grid gap-5">
            {grouped(category, (q) => q.section).map((section) => {
              const ids = section.map((q) => q.id)
              const title = section[0]?.section
              return (
                <fieldset key={title} className="grid gap-1">
                  <legend className="sr-only">{title}</legend>
                  <div className="border-b border-line pb-1">
                    <Checkbox
                      label={<span className="font-medium">{title}</span>}
                      checked={ids.every((id) => chosen.has(id))}
                      onChange={(e) => set(ids, e.target.checked)}
                    />
                  </div>
                  {section.map((q) => (
                    <Checkbox
                      key={q.id}
                      label={q.prompt}
                      checked={chosen.has(q.id)}
                      onChange={(e) => set([q.id], e.target.checked)}
                    />
                  ))}
                </fieldset>
              )
            })}
          </div>
        </Card>
      ))}
      <div className="sticky bottom-0 grid gap-2 border-t border-line bg-canvas py-3">
        {banner}
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="tabular mr-auto text-sm text-ink-2">
            {chosen.size > MOST
              ? t('reports.tooMany', { count: MOST })
              : t('reports.chosen', { count: chosen.size })}
          </p>
          <LinkButton to={back(jobId)}>{t('reports.back')}</LinkButton>
          <Button
            look="primary"
            busy={busy}
            disabled={chosen.size === 0 || chosen.size > MOST}
            icon={<FileSpreadsheetIcon aria-hidden="true" size={15} />}
            onClick={() => run(() => ask(name, { format: 'xlsx', question_ids: [...chosen] }))}
          >
            {t('reports.write')}
          </Button>
        </div>
      </div>
    </div>
  )
}

const Supplier = ({ choices, name }: { choices: Choices; name: ReportName }) => {
  const { t } = useTranslation('figures')
  const back = useBack()
  const { run, busy, banner } = useAct()
  const jobId = choices.job_id
  const ask = useReport(jobId)
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  return (
    <Card
      footer={
        <>
          <LinkButton to={back(jobId)}>{t('reports.back')}</LinkButton>
          <Button
            look="primary"
            busy={busy}
            disabled={!chosen}
            icon={<FileTextIcon aria-hidden="true" size={15} />}
            onClick={() =>
              chosen && run(() => ask(name, { format: 'pdf', supplier_id: chosen.id }))
            }
          >
            {t('reports.write')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ComboboxField
          required
          label={t('reports.supplier')}
          hint={t('reports.supplierHint')}
          value={chosen}
          onChange={setChosen}
          search={async (text) =>
            choices.suppliers.filter((s) =>
              s.name.toLocaleLowerCase().includes(text.toLocaleLowerCase()),
            )
          }
        />
        {banner}
      </div>
    </Card>
  )
}

const Frame = ({
  job,
  name,
  children,
}: {
  job: Job
  name?: ReportName | undefined
  children: ReactNode
}) => {
  const { t } = useTranslation('figures')
  const { href, word } = useActivity()
  const back = useBack()
  return (
    <Page
      width="form"
      title={t(name ? `reports.name.${name}` : 'reports.title')}
      subtitle={name && t(`reports.about.${name}`)}
      crumbs={[
        { label: word('list'), to: href('list') },
        { label: t('reports.title'), to: back(job.job_id) },
      ]}
    >
      {children}
    </Page>
  )
}

const Nothing = ({ job, body }: { job: Job; body?: string }) => {
  const { t } = useTranslation('figures')
  const back = useBack()
  return (
    <EmptyState
      icon={<ListChecksIcon size={18} />}
      title={t('reports.nothingToChoose')}
      {...(body ? { body } : {})}
      action={<LinkButton to={back(job.job_id)}>{t('reports.back')}</LinkButton>}
    />
  )
}

const Choose = ({ job, name }: { job: Job; name: ReportName }) => {
  const { t } = useTranslation('figures')
  return (
    <Load query={useQuery(reportChoices(job.job_id, name))} title={t(`reports.name.${name}`)}>
      {(choices) => (
        <Frame job={job} name={name}>
          {choices.suppliers.length ? (
            <Supplier choices={choices} name={name} />
          ) : choices.questions.length ? (
            <Questions choices={choices} name={name} />
          ) : (
            <Nothing job={job} />
          )}
        </Frame>
      )}
    </Load>
  )
}

const OfOne = ({ jobId }: { jobId: string }) => {
  const { t, i18n } = useTranslation('figures')
  const { ids } = useActivity()
  return (
    <LoadRecord query={useQuery(jobReports(jobId))} title={t('reports.title')}>
      {(job) => {
        const report = job.items.find(
          (r) => r.name === ids.reportName && (r.questions || r.supplier),
        )
        if (report?.ready) return <Choose job={job} name={report.name} />
        const wait = { code: report?.wait ?? 'sourcing.no_such_step', params: {} }
        return (
          <Frame job={job} name={report?.name}>
            <Nothing job={job} body={faultText(wait, i18n)} />
          </Frame>
        )
      }}
    </LoadRecord>
  )
}

/** Chooses what a report is about: questions of the job's categories, or one of their bidders. */
export default function ReportQuestions() {
  return <OfJob>{(jobId) => <OfOne jobId={jobId} />}</OfJob>
}
