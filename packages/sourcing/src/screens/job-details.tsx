import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { policies } from '@zabuni/activities/queries'
import { useNewRisk } from '@zabuni/activities/risk'
import {
  ended,
  jobDates,
  jobReached,
  type LifePolicy,
  lifeSteps,
  nextDate,
  unpublished,
} from '@zabuni/activities/status'
import { JobBadge } from '@zabuni/activities/ui/badges'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { serverNow, serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { useAct } from '@zabuni/ui/act'
import { AskDialog, ReasonDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts, Stats } from '@zabuni/ui/card'
import { DocumentLinks } from '@zabuni/ui/document-links'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Menu, MenuItem, MenuLink } from '@zabuni/ui/menu'
import { Page } from '@zabuni/ui/page'
import { Countdown, LifeLine } from '@zabuni/ui/progress'
import { toast } from '@zabuni/ui/toast'
import { EllipsisIcon, FileTextIcon, PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Finding, refusals } from '../findings.ts'
import { JobCategories } from '../job/categories.tsx'
import { CopyJobDialog } from '../job/copy.tsx'
import { JobFindings } from '../job/findings.tsx'
import { refreshJobScores } from '../job/queries.ts'
import { JobOrigin } from '../origin.tsx'
import { PublishTerms } from '../publish-terms.tsx'
import { cancelJob, job, publishJob } from '../queries.ts'

type Job = Schemas['JobDetails']

const JobFacts = ({ found }: { found: Job }) => {
  const { t } = useTranslation(['sourcing', 'activities'])
  const { word } = useActivity()
  const stamp = (at: string) => formatMoment(at, found.timezone)
  const items = [
    { label: t('columns.reference'), value: found.reference },
    { label: t('jobForm.code'), value: found.code },
    { label: t('facts.owner'), value: found.owner_name },
    ...(found.department
      ? [{ label: t('activities:department.label'), value: found.department }]
      : []),
    ...(found.plan_item ? [{ label: t('activities:planned.label'), value: found.plan_item }] : []),
    ...(found.classification
      ? [{ label: t('activities:planned.class'), value: found.classification }]
      : []),
    { label: t('columns.created'), value: stamp(found.created_at) },
    ...(found.published_at
      ? [{ label: t('facts.published'), value: stamp(found.published_at) }]
      : []),
    ...(found.cancelled_at
      ? [{ label: t('facts.cancelled'), value: stamp(found.cancelled_at) }]
      : []),
    { label: t('jobForm.zone'), value: found.timezone },
    {
      label: t('jobForm.rules'),
      value: t(found.regime === 'ke-ppada' ? 'regimes.ke-ppada' : 'regimes.private-default'),
    },
  ]
  return (
    <Card title={word('this')}>
      <Facts items={items} />
    </Card>
  )
}

const Details = ({ found, policy }: { found: Job; policy: LifePolicy }) => {
  const { t } = useTranslation(['sourcing', 'activities', 'common', 'evaluation'])
  const { word, href, at } = useActivity()
  const { run, banner } = useAct()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [asking, setAsking] = useState<'publish' | 'cancel' | 'copy'>()
  const [refused, setRefused] = useState<Finding[]>()
  const path = { job_id: found.id }
  const close = () => setAsking(undefined)
  const refresh = () => cache.invalidateQueries({ queryKey: keys.sourcing })
  const publish = async () => {
    try {
      await publishJob(path.job_id)
      setRefused(undefined)
      toast('ok', t('publish.done'))
    } catch (error) {
      const reasons = refusals(error)
      if (!reasons) throw error
      setRefused(reasons)
    }
    close()
    void refresh()
  }
  // A round of negotiation is no further category; its end may be what comes next all the same.
  const own = found.categories.filter((c) => !c.parent_id)
  const living = own.filter((c) => !ended(c))
  const waiting = living.filter(unpublished)
  const next = nextDate(found.categories, serverNow())
  const mayManage = mayHere(found.activity, 'conduct')
  const open = found.status !== 'cancelled' && found.status !== 'archived'
  const copies = mayManage && mayHere(found.activity, 'author') && !policy.steps.includes('live')
  const publishable = mayManage && open && waiting.length > 0
  const control =
    found.published_at && mayHere(found.activity, 'judge')
      ? href('qcCategories', { jobId: found.id })
      : null
  const mayReport = mayHere(found.activity, 'report') || mayHere(found.activity, 'tell')
  const reports = mayReport && found.published_at ? href('reports', { jobId: found.id }) : null
  const edit = mayManage && open ? href('edit', { jobId: found.id }) : null
  const refreshes =
    mayHere(found.activity, 'judge') && own.some(({ status }) => status === 'evaluated')
  const risk = useNewRisk()({ jobId: found.id })
  const refreshed = () =>
    run(async () => {
      const { task_id: taskId } = await refreshJobScores(found.id)
      const to = href('jobScoresProgress', { jobId: found.id, taskId }) ?? at(`/tasks/${taskId}`)
      if (to) void navigate(to)
    })
  return (
    <Page
      title={found.title}
      crumbs={[{ label: word('list'), to: href('list') }]}
      status={<JobBadge status={found.status} />}
      subtitle={`${found.reference} · ${found.code}`}
      actions={
        <>
          <LinkButton to={control}>{t('evaluation:titles.qcCategories')}</LinkButton>
          <LinkButton to={edit} icon={<PencilIcon aria-hidden="true" size={15} />}>
            {t('common:actions.edit')}
          </LinkButton>
          <LinkButton to={reports} icon={<FileTextIcon aria-hidden="true" size={15} />}>
            {t('jobReports')}
          </LinkButton>
          {publishable ? (
            <Button look="primary" onClick={() => setAsking('publish')}>
              {t('publish.action')}
            </Button>
          ) : null}
          {(mayManage && open) || copies || refreshes || risk ? (
            <Menu
              label={t('common:actions.more')}
              trigger={<EllipsisIcon aria-hidden="true" size={18} />}
            >
              {refreshes ? (
                <MenuItem onSelect={() => void refreshed()}>{t('refreshJob.action')}</MenuItem>
              ) : null}
              {copies ? (
                <MenuItem onSelect={() => setAsking('copy')}>{t('copyJob.action')}</MenuItem>
              ) : null}
              <MenuLink to={risk}>{t('activities:addRisk')}</MenuLink>
              {mayManage && open ? (
                <MenuItem danger onSelect={() => setAsking('cancel')}>
                  {t('cancelJob.action')}
                </MenuItem>
              ) : null}
            </Menu>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4">
        {banner}
        {found.cancel_reason ? (
          <Banner tone="warn">{t('cancelJob.was', { reason: found.cancel_reason })}</Banner>
        ) : null}
        <Card>
          <LifeLine
            label={t('activities:life.label')}
            zone={found.timezone}
            steps={lifeSteps(
              policy,
              jobReached(policy, own),
              {
                draft: found.created_at,
                published: found.published_at,
                ...jobDates(own),
              },
              (key) => t(`activities:life.${key}`),
            )}
          />
        </Card>
        <Stats
          items={[
            { label: t('columns.categories'), value: living.length },
            { label: t('stats.open'), value: living.filter((c) => c.status === 'open').length },
            { label: t('stats.waiting'), value: waiting.length },
            {
              label: next ? t(`stats.${next.key}`) : t('stats.next'),
              value: next ? <Countdown until={next.at} offset={serverOffset()} /> : '–',
              note: next ? formatMoment(next.at, found.timezone) : t('stats.nothingNext'),
            },
          ]}
        />
        {refused?.length ? <JobFindings findings={refused} /> : null}
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
          <div className="grid min-w-0 gap-4">
            <JobCategories found={found} />
            {found.description ? (
              <Card title={t('jobForm.description')}>
                <p className="max-w-prose whitespace-pre-line">{found.description}</p>
              </Card>
            ) : null}
            <DocumentLinks title={t('import.documents')} documents={found.documents} />
          </div>
          <div className="grid gap-4">
            <JobFacts found={found} />
            {found.import ? <JobOrigin from={found.import} zone={found.timezone} /> : null}
          </div>
        </div>
      </div>
      <AskDialog
        open={asking === 'publish'}
        onClose={close}
        title={t('publish.title')}
        description={
          <PublishTerms
            lead={t('publish.body', { count: waiting.length })}
            categories={waiting}
            zone={found.timezone}
          />
        }
        action={t('publish.action')}
        send={publish}
      />
      {asking === 'copy' ? (
        <CopyJobDialog
          found={found}
          onClose={close}
          onMade={(jobId) => {
            close()
            const to = href('details', { jobId })
            if (to) void navigate(to)
          }}
        />
      ) : null}
      <ReasonDialog
        open={asking === 'cancel'}
        onClose={close}
        danger
        typed={found.reference}
        title={t('cancelJob.title')}
        description={t('cancelJob.body', { count: living.length })}
        reasonHint={t('cancelJob.reasonHint')}
        action={t('cancelJob.action')}
        send={async (reason) => {
          await cancelJob(path.job_id, { reason })
          close()
          toast('ok', t('cancelJob.done'))
          void refresh()
        }}
      />
    </Page>
  )
}

/** One job: its life, its figures, its categories, and what can be done with it now. */
export default function JobDetails() {
  const { activity, word, ids } = useActivity()
  const table = useQuery(policies)
  return (
    <LoadRecord query={useQuery(job(ids.jobId))} title={word('list')}>
      {(found) => (
        <Load query={table} title={word('list')}>
          {({ items }) => {
            const policy = items.find((p) => p.activity === activity)
            return policy ? <Details found={found} policy={policy} /> : null
          }}
        </Load>
      )}
    </LoadRecord>
  )
}
