import { useQuery } from '@tanstack/react-query'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { useAct } from '@zabuni/ui/act'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ComboboxField } from '@zabuni/ui/combobox'
import { EmptyState } from '@zabuni/ui/empty'
import { Checkbox } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { FileSpreadsheetIcon, FileTextIcon, ListChecksIcon } from 'lucide-react'
import { useState } from 'react'
import { type ReportName, reportChoices } from '../queries.ts'
import { useReport } from '../use-report.ts'

type Choices = Schemas['ReportChoices']
type Question = Choices['questions'][number]

/** As many as one report has. */
const MOST = 200

/** Questions that stand together, in the order in which they came. */
const grouped = (all: readonly Question[], of: (q: Question) => string) => {
  const groups = new Map<string, Question[]>()
  for (const q of all) groups.set(of(q), [...(groups.get(of(q)) ?? []), q])
  return [...groups.values()]
}

const Questions = ({ choices, name }: { choices: Choices; name: ReportName }) => {
  const { t } = useTranslation('figures')
  const { href } = useActivity()
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
          <LinkButton to={href('reports', { jobId })}>{t('reports.back')}</LinkButton>
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
  const { href } = useActivity()
  const { run, busy, banner } = useAct()
  const jobId = choices.job_id
  const ask = useReport(jobId)
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  return (
    <Card
      footer={
        <>
          <LinkButton to={href('reports', { jobId })}>{t('reports.back')}</LinkButton>
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

/** Chooses what a report is about: questions of the job's categories, or one of their bidders. */
export default function ReportQuestions() {
  const { t } = useTranslation('figures')
  const { ids, href, word } = useActivity()
  const { jobId } = ids
  // What no report is called, the server refuses.
  const name = ids.reportName as ReportName
  const known = name === 'supplier' || name === 'responses'
  const title = t(name === 'supplier' ? 'reports.name.supplier' : 'reports.name.responses')
  return (
    <LoadRecord query={useQuery(reportChoices(jobId, name))} title={title}>
      {(choices) => (
        <Page
          width="form"
          title={title}
          subtitle={t(name === 'supplier' ? 'reports.about.supplier' : 'reports.about.responses')}
          crumbs={[
            { label: word('list'), to: href('list') },
            { label: t('reports.title'), to: href('reports', { jobId }) },
          ]}
        >
          {known && choices.suppliers.length ? (
            <Supplier choices={choices} name={name} />
          ) : known && choices.questions.length ? (
            <Questions choices={choices} name={name} />
          ) : (
            <EmptyState
              icon={<ListChecksIcon size={18} />}
              title={t('reports.nothingToChoose')}
              action={<LinkButton to={href('reports', { jobId })}>{t('reports.back')}</LinkButton>}
            />
          )}
        </Page>
      )}
    </LoadRecord>
  )
}
