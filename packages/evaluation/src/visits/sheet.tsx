import { useQueryClient } from '@tanstack/react-query'
import { useNewRisk } from '@zabuni/activities/risk'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Bound } from '@zabuni/ui/form'
import { RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import {
  decideVisit,
  findVisit,
  type Outcome,
  type VisitCell,
  type VisitSheet,
} from '../queries.ts'
import { LoadSheet, useBack } from './frame.tsx'
import { Photos } from './photos.tsx'
import { PlanDialog } from './plan.tsx'
import { useUntil, VisitBadge, VisitStep } from './status.tsx'

const OUTCOMES = ['cleared', 'flagged', 'failed'] as const

/** What was found, summed up once everything is answered. */
const Findings = ({ v }: { v: VisitSheet }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const missing = v.cells.filter(({ answer }) => !answer?.value).length
  const form = useProblemForm({
    defaultValues: { findings: v.findings ?? '' },
    keep: `visit-findings.${v.submission_id}`,
    submit: async ({ findings }) => {
      await findVisit(v.submission_id, { findings, version: v.version })
      await client.invalidateQueries({ queryKey: keys.category(v.category_id) })
      toast('ok', t('visits.summed'))
    },
  })
  return (
    <Card title={t('visits.findings')}>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
        {missing ? <Banner tone="warn">{t('visits.missing', { count: missing })}</Banner> : null}
        <TextareaField
          required
          rows={4}
          label={t('visits.findings')}
          hint={t('visits.findingsHint')}
          {...form.field('findings')}
        />
        <div>
          <Button type="submit" look="primary" disabled={missing > 0} busy={form.busy}>
            {t('visits.sumUp')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** What a visit comes to. */
const Decide = ({ v }: { v: VisitSheet }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const send = async (values: { outcome: Outcome; reason: string; expires_on: string }) => {
    await decideVisit(v.submission_id, { ...values, version: v.version })
    await client.invalidateQueries({ queryKey: keys.category(v.category_id) })
    toast('ok', t('visits.decided'))
  }
  const form = useProblemForm<{ outcome: Outcome; reason: string; expires_on: string }>({
    defaultValues: {
      outcome: OUTCOMES.find((o) => o === v.status) ?? 'cleared',
      reason: v.reason ?? '',
      expires_on: v.expires_on ?? '',
    },
    submit: async (values) => {
      // A reason is missing: the server says so at the field, nothing needs to be asked.
      if (values.outcome === 'failed' && v.status !== 'failed' && values.reason.trim())
        setAsked(true)
      else await send(values)
    },
  })
  return (
    <Card title={t('visits.decision')}>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
        <Bound form={form} name="outcome">
          {({ value, onChange, name, error }) => (
            <RadioGroup
              label={t('visits.decision')}
              name={name}
              value={value}
              onChange={onChange}
              error={error}
              options={OUTCOMES.map((o) => ({ value: o, label: t(`visits.outcomes.${o}`) }))}
            />
          )}
        </Bound>
        <TextareaField
          required={form.watch('outcome') !== 'cleared'}
          rows={3}
          label={t('visits.reason')}
          {...form.field('reason')}
        />
        <Bound form={form} name="expires_on">
          {(control) => (
            <DateTimeField
              dateOnly
              label={t('visits.expires')}
              hint={t('visits.expiresHint')}
              {...control}
            />
          )}
        </Bound>
        <div>
          <Button type="submit" look="primary" busy={form.busy}>
            {t('visits.decide')}
          </Button>
        </div>
      </form>
      <AskDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('visits.decideAsk')}
        description={t('visits.decideBody')}
        action={t('visits.decide')}
        danger
        send={async () => {
          await send(form.getValues())
          setAsked(false)
        }}
      />
    </Card>
  )
}

const Answer = ({ v, cell }: { v: VisitSheet; cell: VisitCell }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { answer } = cell
  const { category_id: categoryId, submission_id: participantId } = v
  const word =
    cell.kind === 'yes_no' && answer?.value
      ? t(answer.value === 'yes' ? 'visits.yes' : 'visits.no')
      : answer?.value
  return (
    <li className="grid gap-2 px-4 py-3.5">
      <span className="font-medium break-words">
        <TextLink
          to={v.open ? href('ddConduct', { categoryId, participantId, questionId: cell.id }) : null}
          link="hover:text-brand"
        >
          {cell.prompt}
        </TextLink>
      </span>
      {cell.published ? (
        <span className="text-sm break-words text-ink-2">
          {cell.claim ? `${t('visits.claim')}: ${cell.claim}` : t('visits.noClaim')}
        </span>
      ) : null}
      {answer?.value ? (
        <span className="grid gap-0.5">
          <span className="break-words whitespace-pre-wrap">{word}</span>
          {answer.note ? (
            <q className="max-w-prose break-words whitespace-pre-wrap text-ink-2">{answer.note}</q>
          ) : null}
          <span className="text-xs text-ink-3">
            {t('visits.by', { name: answer.by, at: formatMoment(answer.at, v.timezone) })}
          </span>
        </span>
      ) : (
        <span className="text-sm text-ink-3">{t('visits.notAnswered')}</span>
      )}
      <Photos submission={v.submission_id} cell={cell} />
    </li>
  )
}

const Screen = ({ v }: { v: VisitSheet }) => {
  const { t } = useTranslation(['evaluation', 'activities'])
  const { href } = useHere()
  const crumbs = useBack(v)
  const until = useUntil()
  const newRisk = useNewRisk()
  const [planning, setPlanning] = useState(false)
  const { category_id: categoryId, submission_id: participantId } = v
  const at = { categoryId, participantId }
  const first = v.cells.find(({ answer }) => !answer?.value) ?? v.cells[0]
  const moment = (iso: string | undefined, name: string | undefined) =>
    iso ? t('visits.by', { name, at: formatMoment(iso, v.timezone) }) : undefined
  const facts = [
    { label: t('visits.date'), value: v.due_at && formatMoment(v.due_at, v.timezone) },
    { label: t('visits.place'), value: v.place },
    { label: t('visits.people'), value: v.people },
    { label: t('visits.arrived'), value: moment(v.arrived_at, v.arrived_by) },
    {
      label: t('visits.position'),
      value: v.position && `${v.position.latitude}, ${v.position.longitude}`,
    },
    { label: t('visits.findings'), value: moment(v.found_at, v.found_by) },
    { label: t('visits.decision'), value: moment(v.decided_at, v.decided_by) },
    { label: t('visits.reason'), value: v.reason },
    { label: t('visits.expires'), value: until(v.expires_on, v.counts) },
  ].filter(({ value }) => value)
  const early = !v.status || v.status === 'planned'
  return (
    <Page
      title={t('visits.title', { name: v.supplier_name })}
      crumbs={crumbs}
      status={<VisitBadge status={v.status} />}
      subtitle={v.reference}
      actions={
        <span className="flex flex-wrap gap-2">
          {v.arrived_at ? (
            <LinkButton to={newRisk({ jobId: v.job_id, supplierId: v.supplier_id })}>
              {t('activities:addRisk')}
            </LinkButton>
          ) : null}
          {!v.may || v.status === 'conducted' || v.status === 'failed' ? null : (
            <Button look={early ? 'primary' : 'secondary'} onClick={() => setPlanning(true)}>
              {t(
                early
                  ? 'visits.plan'
                  : v.status === 'scheduled'
                    ? 'visits.replan'
                    : 'visits.revisit',
              )}
            </Button>
          )}
          {v.may && v.open && first ? (
            <LinkButton look="primary" to={href('ddConduct', { ...at, questionId: first.id })}>
              {t('visits.conduct')}
            </LinkButton>
          ) : null}
        </span>
      }
    >
      <div className="grid gap-4">
        <VisitStep visit={v} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
          <div className="grid gap-4">
            <Card
              title={t('visits.asked')}
              actions={
                v.may && early ? (
                  <LinkButton size="sm" to={href('ddAddSupplier', at)}>
                    {t('visits.add')}
                  </LinkButton>
                ) : null
              }
              flush
            >
              {v.cells.length ? (
                <ol className="divide-y divide-line">
                  {v.cells.map((cell) => (
                    <Answer key={cell.id} v={v} cell={cell} />
                  ))}
                </ol>
              ) : (
                <p className="px-4 py-3 text-sm text-ink-2">{t('visits.noQuestions')}</p>
              )}
            </Card>
          </div>
          <div className="grid gap-4">
            {facts.length || v.findings ? (
              <Card title={t('visits.facts')}>
                <div className="grid gap-4">
                  <Facts items={facts} />
                  {v.findings ? (
                    <p className="max-w-prose break-words whitespace-pre-wrap">{v.findings}</p>
                  ) : null}
                </div>
              </Card>
            ) : null}
            {v.may && v.status === 'conducted' ? <Findings key={v.version} v={v} /> : null}
            {v.may_decide && v.found_at && !v.open ? <Decide key={v.version} v={v} /> : null}
          </div>
        </div>
      </div>
      <PlanDialog
        visit={planning ? v : undefined}
        categoryId={categoryId}
        zone={v.timezone}
        onClose={() => setPlanning(false)}
      />
    </Page>
  )
}

/** One bidder's visit: what is asked, what was found, what it comes to. */
export default function Visit() {
  return <LoadSheet>{(v) => <Screen v={v} />}</LoadSheet>
}
