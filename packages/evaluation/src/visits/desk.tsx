import { useQueryClient } from '@tanstack/react-query'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Button, IconButton } from '@zabuni/ui/button'
import { Card, Stats } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { LockIcon, XIcon } from 'lucide-react'
import { useState } from 'react'
import { WorkTabs } from '../frame.tsx'
import { unaskOnVisit, type VisitDesk, type VisitedBid, type VisitStatus } from '../queries.ts'
import { Declares, LoadDesk, useBack } from './frame.tsx'
import { PlanDialog } from './plan.tsx'
import { useUntil, VisitBadge } from './status.tsx'

const ENDED: VisitStatus[] = ['cleared', 'flagged', 'failed']
const today = () => new Date(serverNow()).toISOString().slice(0, 10)

/** One bidder: where its visit stands, and what comes next. */
const Line = ({ b, d, onPlan }: { b: VisitedBid; d: VisitDesk; onPlan: () => void }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const until = useUntil()
  const at = { categoryId: d.category_id, participantId: b.submission_id }
  const may = d.my_interest === 'none'
  const first = d.questions.find(({ supplier_id }) => !supplier_id || supplier_id === b.supplier_id)
  const visits = b.status === 'scheduled' || b.status === 'conducted'
  const conduct = visits && first ? href('ddConduct', { ...at, questionId: first.id }) : null
  return (
    <li className="grid gap-3 px-4 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <span className="grid min-w-0 justify-items-start gap-1">
        <TextLink to={may ? href('ddSupplier', at) : null} link="font-medium hover:text-brand">
          <span className="break-words">{b.supplier_name}</span>
        </TextLink>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <VisitBadge status={b.status} />
          {b.passed === false && b.status !== 'failed' ? <span>{t('outcome.fail')}</span> : null}
          {b.due_at ? <span className="tabular">{formatMoment(b.due_at, d.timezone)}</span> : null}
          {b.place ? <span className="break-words">{b.place}</span> : null}
          {b.expires_on ? <span>{until(b.expires_on, b.expires_on >= today())}</span> : null}
        </span>
        {b.reason ? <span className="max-w-prose text-sm break-words">{b.reason}</span> : null}
      </span>
      {may && d.open ? (
        <span className="flex flex-wrap gap-2 sm:justify-end">
          {visits || !b.status || b.status === 'planned' ? (
            <Button size="sm" onClick={onPlan}>
              {t(visits ? 'visits.replan' : 'visits.plan')}
            </Button>
          ) : null}
          {conduct ? (
            <LinkButton size="sm" look="primary" to={conduct}>
              {t('visits.conduct')}
            </LinkButton>
          ) : null}
          {b.status === 'findings' ? (
            <LinkButton size="sm" look="primary" to={href('ddSupplier', at)}>
              {t('visits.decide')}
            </LinkButton>
          ) : null}
        </span>
      ) : null}
    </li>
  )
}

/** What is asked on visits, beside what was published. */
const Questions = ({ d }: { d: VisitDesk }) => {
  const { t } = useTranslation(['evaluation', 'common'])
  const { href } = useHere()
  const client = useQueryClient()
  const [asked, setAsked] = useState<string>()
  const may = d.my_interest === 'none' && d.may_ask
  return (
    <Card
      title={t('visits.questions')}
      actions={
        may ? (
          <LinkButton size="sm" to={href('ddAdd', { categoryId: d.category_id })}>
            {t('visits.add')}
          </LinkButton>
        ) : null
      }
      flush
    >
      <p className="border-b border-line px-4 py-2.5 text-sm text-ink-2">
        {t(d.questions.length ? 'visits.questionsHint' : 'visits.noQuestions')}
      </p>
      <ol className="divide-y divide-line">
        {d.questions.map((q) => (
          <li key={q.id} className="flex items-start justify-between gap-3 px-4 py-3">
            <span className="grid min-w-0 justify-items-start gap-1">
              <span className="font-medium break-words">{q.prompt}</span>
              {q.help ? <span className="text-sm break-words text-ink-2">{q.help}</span> : null}
              <span className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
                <Badge tone={q.published ? 'info' : 'neutral'}>
                  {q.published
                    ? t('visits.published')
                    : q.supplier_id
                      ? t('visits.only', { name: q.supplier_name })
                      : t('visits.everybody')}
                </Badge>
                {t(`visits.kinds.${q.kind}`)}
              </span>
            </span>
            {may && !q.published ? (
              <IconButton
                label={`${t('common:actions.remove')}: ${q.prompt}`}
                icon={<XIcon aria-hidden="true" size={16} />}
                onClick={() => setAsked(q.id)}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <AskDialog
        open={Boolean(asked)}
        onClose={() => setAsked(undefined)}
        title={t('visits.removeAsk')}
        description={d.questions.find(({ id }) => id === asked)?.prompt ?? ''}
        action={t('common:actions.remove')}
        danger
        send={async () => {
          await unaskOnVisit(d.category_id, asked!)
          setAsked(undefined)
          await client.invalidateQueries({ queryKey: keys.category(d.category_id) })
        }}
      />
    </Card>
  )
}

const Screen = ({ d }: { d: VisitDesk }) => {
  const { t } = useTranslation('evaluation')
  const [planned, setPlanned] = useState<VisitedBid>()
  const crumbs = useBack(d).slice(0, 1)
  const count = (...statuses: VisitStatus[]) =>
    d.bids.filter(({ status }) => status && statuses.includes(status)).length
  return (
    <Page
      title={t('tabs.ddDetails')}
      crumbs={crumbs}
      status={<CategoryBadge status={d.status} activity={d.activity} />}
      subtitle={d.reference}
    >
      <WorkTabs tab="ddDetails" d={d} />
      <div className="grid gap-4">
        {d.bids.length ? (
          <Stats
            items={[
              { label: t('bids.title'), value: d.bids.length },
              { label: t('visits.statuses.planned'), value: count('planned') },
              { label: t('visits.statuses.scheduled'), value: count('scheduled', 'conducted') },
              { label: t('visits.statuses.findings'), value: count('findings') },
              { label: t('visits.decision'), value: count(...ENDED) },
            ]}
          />
        ) : null}
        <Declares d={d} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
          {d.bids.length ? (
            <Card title={t('visits.bidders')} flush>
              <ul className="divide-y divide-line">
                {d.bids.map((b) => (
                  <Line key={b.submission_id} b={b} d={d} onPlan={() => setPlanned(b)} />
                ))}
              </ul>
            </Card>
          ) : (
            <EmptyState
              icon={<LockIcon size={18} />}
              title={t('sealed.title')}
              body={t('sealed.body')}
            />
          )}
          <Questions d={d} />
        </div>
      </div>
      <PlanDialog
        visit={planned}
        categoryId={d.category_id}
        zone={d.timezone}
        onClose={() => setPlanned(undefined)}
      />
    </Page>
  )
}

/** Where the visits of a category stand: bidders, and what is asked of them. */
export default function Visits() {
  return <LoadDesk>{(d) => <Screen d={d} />}</LoadDesk>
}
