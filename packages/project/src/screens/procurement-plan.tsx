import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDepartmentFilter } from '@zabuni/activities/ui/department'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { dayText, formatDay, formatMoney } from '@zabuni/i18n/format'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { ClipboardListIcon, Trash2Icon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Step, Steps } from '../deciding.tsx'
import { PlanBadge, PlanHistory, Splits } from '../procurement/parts.tsx'
import {
  approvePlan,
  dropItem,
  type Item,
  items,
  METHODS,
  type Plan,
  plan,
  QUARTERS,
  returnPlan,
  revisePlan,
  type Status,
  submitPlan,
} from '../procurement/queries.ts'

const column = columnsFor<Item>()
const TONES = { planned: 'neutral', in_tender: 'info', contracted: 'ok' } as const

/** Whether everybody reads of a plan. What was approved is published at once, if not by this very moment. */
const publicity = (p: Plan) => {
  if (p.public || (p.status === 'approved' && !p.private)) return 'is'
  return p.private ? 'never' : 'will'
}

/** What the reader may do with a plan where it stands. */
const useSteps = (p: Plan): Step[] => {
  const { t } = useTranslation('procurement')
  const { id, version } = p
  const of = (to: 'return' | 'revise' | 'submit' | 'approve') => ({
    action: t(`${to}.action`),
    title: t(`${to}.title`),
    body: t(`${to}.body`),
    done: t(`${to}.done`),
  })
  const all: (Step & { key: Status })[] = [
    {
      key: 'returned',
      ...of('return'),
      hint: t('return.hint'),
      send: (reason) => returnPlan(id, { reason, version }),
    },
    {
      key: 'revised',
      ...of('revise'),
      hint: t('revise.hint'),
      send: (reason) => revisePlan(id, { reason, version }),
    },
    { key: 'submitted', ...of('submit'), primary: true, send: () => submitPlan(id, version) },
    {
      key: 'approved',
      ...of('approve'),
      body: [t('approve.body'), p.private ? '' : t('approve.published')].join(' ').trim(),
      primary: true,
      send: () => approvePlan(id, version),
    },
  ]
  return all.filter((s) => p.may_do.includes(s.key))
}

/** What is to be bought, with what jobs took of it. */
const Items = ({ p }: { p: Plan }) => {
  const { t, i18n } = useTranslation('procurement')
  const { href } = useHere()
  const words = useWords()
  const cache = useQueryClient()
  const at = useListParams()
  const [gone, setGone] = useState<Item>()
  const narrowed = useDepartmentFilter(p.buyer_id, at.get('department'))
  const quarter = at.one('quarter', QUARTERS)
  const query = useList({
    ...items(
      p.id,
      given({
        department: narrowed.department,
        activity: at.many('activity', METHODS),
        quarter: quarter ? Number(quarter) : undefined,
        search: at.search,
        after: at.after,
      }),
    ),
    enabled: narrowed.department !== undefined,
  })
  const columns = useMemo(() => {
    const money = (amount: string, of: Item) => formatMoney(amount, of.currency, i18n.language)
    return [
      column.accessor('title', {
        header: t('columns.thing'),
        meta: { width: '26%' },
        cell: ({ row: { original: x } }) => {
          const note = [x.number, x.classification, x.department, x.budget_line]
            .filter(Boolean)
            .join(' · ')
          const written = p.may_write && !x.jobs
          return (
            <RowLink
              to={written ? href('procurementItem', { planId: p.id, itemId: x.id }) : null}
              note={note}
            >
              {x.title}
            </RowLink>
          )
        },
      }),
      column.accessor('activity', {
        header: t('columns.method'),
        cell: (c) => words(c.getValue(), 'name'),
      }),
      column.accessor('publish_on', {
        header: t('columns.days'),
        cell: ({ row: { original: x } }) => (
          <span className="tabular whitespace-nowrap">
            {dayText(x.publish_on)} – {dayText(x.award_on)}
          </span>
        ),
      }),
      column.accessor('estimate', {
        header: t('columns.estimate'),
        meta: { numeric: true },
        cell: (c) => money(c.getValue(), c.row.original),
      }),
      column.accessor('committed', {
        header: t('columns.committed'),
        meta: { numeric: true },
        cell: (c) => money(c.getValue(), c.row.original),
      }),
      column.accessor('stage', {
        header: t('columns.stage'),
        cell: (c) => <Badge tone={TONES[c.getValue()]}>{t(`stages.${c.getValue()}`)}</Badge>,
      }),
      ...(p.may_write
        ? [
            column.display({
              id: 'drop',
              header: () => <span className="sr-only">{t('item.drop')}</span>,
              cell: ({ row: { original: x } }) =>
                x.jobs ? null : (
                  <Button
                    look="ghost"
                    size="sm"
                    aria-label={t('item.dropOf', { name: x.title })}
                    onClick={() => setGone(x)}
                  >
                    <Trash2Icon size={16} aria-hidden="true" />
                  </Button>
                ),
            }),
          ]
        : []),
    ]
  }, [t, i18n.language, href, words, p.id, p.may_write])
  return (
    <>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('items')}
        search={t('item.search')}
        filters={[
          {
            key: 'activity',
            kind: 'many',
            label: t('columns.method'),
            options: METHODS.map((value) => ({ value, label: words(value, 'name') })),
          },
          {
            key: 'quarter',
            label: t('columns.quarter'),
            options: QUARTERS.map((value) => ({ value, label: t('quarter', { quarter: value }) })),
          },
          ...narrowed.filters,
        ]}
        empty={{
          icon: <ClipboardListIcon size={18} />,
          title: t('item.empty'),
          body: t('item.emptyBody'),
        }}
      />
      <AskDialog
        open={!!gone}
        onClose={() => setGone(undefined)}
        danger
        title={t('item.dropTitle')}
        description={t('item.dropBody', { name: gone?.title ?? '' })}
        action={t('item.drop')}
        send={async () => {
          if (gone) await dropItem(p.id, gone.id, gone.version)
          await cache.invalidateQueries({ queryKey: keys.procurement })
          setGone(undefined)
        }}
      />
    </>
  )
}

const Screen = ({ p }: { p: Plan }) => {
  const { t, i18n } = useTranslation(['procurement', 'sourcing', 'common'])
  const { desk, href } = useHere()
  const steps = useSteps(p)
  const money = (amount: string, currency: string) => formatMoney(amount, currency, i18n.language)
  const edit = href('procurementEdit', { planId: p.id })
  const upload = href('procurementUpload', { planId: p.id })
  const add = href('procurementItemAdd', { planId: p.id })
  return (
    <Page
      title={p.title}
      crumbs={[{ label: t('title'), to: href('procurementPlans') }]}
      status={<PlanBadge status={p.status} />}
      subtitle={[String(p.year), p.department || t('wholeCompany')].join(' · ')}
      actions={
        <>
          {p.may_write && edit ? <LinkButton to={edit}>{t('edit')}</LinkButton> : null}
          <Steps steps={steps} changes={keys.procurement} />
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {p.status === 'submitted' && !p.may_do.includes('approved') ? (
          <Banner tone="info">{t('approve.another')}</Banner>
        ) : null}
        {p.reason ? (
          <Banner tone={p.status === 'returned' ? 'warn' : 'info'}>
            {t('reason', { reason: p.reason })}
          </Banner>
        ) : null}
        <Splits found={p.splits} title={t('splitPlan')} />
        <Card title={t('sums')}>
          <Facts
            items={[
              ...(desk === 'operator' ? [{ label: t('columns.buyer'), value: p.buyer_name }] : []),
              ...p.sums.flatMap((s) => [
                {
                  label: t('plannedIn', { currency: s.currency }),
                  value: `${money(s.planned, s.currency)} (${t('count', { count: s.items })})`,
                },
                {
                  label: t('committedIn', { currency: s.currency }),
                  value: money(s.committed, s.currency),
                },
              ]),
              { label: t('form.regime'), value: t(`sourcing:regimes.${p.regime}`) },
              {
                label: t('columns.public'),
                value: t(`public.${publicity(p)}`),
              },
              { label: t('columns.drawnBy'), value: p.drawn_name },
              ...(p.approved_at
                ? [
                    {
                      label: t('columns.approvedBy'),
                      value: `${p.approved_name} · ${formatDay(p.approved_at, ownZone())}`,
                    },
                  ]
                : []),
            ]}
          />
        </Card>
        <div className="grid gap-3">
          {p.may_write ? (
            <div className="flex flex-wrap gap-2">
              {add ? (
                <LinkButton look="primary" to={add}>
                  {t('item.add')}
                </LinkButton>
              ) : null}
              {upload ? <LinkButton to={upload}>{t('upload.title')}</LinkButton> : null}
            </div>
          ) : null}
          <Items p={p} />
        </div>
        <PlanHistory plan={p} />
      </div>
    </Page>
  )
}

/** A plan of procurement: what is to be bought, what jobs took of it, and what may be done with it. */
export default function ProcurementPlanScreen() {
  const { t } = useTranslation('procurement')
  const { planId } = useHere().ids
  return (
    <Load query={useQuery(plan(planId))} title={t('title')}>
      {(p) => <Screen p={p} />}
    </Load>
  )
}
