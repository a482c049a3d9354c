import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useNewRisk } from '@zabuni/activities/risk'
import { useActivity, useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/buyer'
import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { Figures } from '@zabuni/ui/figures'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { LineLink, TextLink } from '@zabuni/ui/text-link'
import { PlusIcon, ShieldAlertIcon } from 'lucide-react'
import { DueDay, LevelMark, Matrix, RiskBadge } from '../parts.tsx'
import { board, type Cell, LIVE, type RiskRow } from '../queries.ts'

type Board = Schemas['RiskBoard']

const useRegister = () => {
  const { href } = useHere()
  return (query: Record<string, string>) =>
    to(href('riskRegister', {}), { query: { ...query, status: LIVE } })
}

const Reviews = ({ b }: { b: Board }) => {
  const { t } = useTranslation('risks')
  const { href } = useHere()
  return (
    <Card title={t('board.reviews')} flush className="min-w-0">
      <ul>
        {b.reviews.map((r) => (
          <li
            key={r.id}
            className="relative flex items-start justify-between gap-4 border-b border-line px-4 py-2.5 text-sm last:border-0"
          >
            <span className="grid min-w-0 gap-0.5">
              <LineLink to={href('risk', { riskId: r.id })}>{r.title}</LineLink>
              <span className="text-xs text-ink-2">{r.owner}</span>
            </span>
            <span className="grid shrink-0 justify-items-end text-right">
              <DueDay day={r.due_on} overdue={r.overdue} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Worst = ({ rows }: { rows: readonly RiskRow[] }) => {
  const { t } = useTranslation('risks')
  const { href, hrefOf } = useHere()
  const heads = [
    { key: 'risk', label: t('columns.risk') },
    { key: 'score', label: t('columns.score') },
    { key: 'status', label: t('columns.status') },
    { key: 'about', label: t('columns.about') },
    { key: 'owner', label: t('columns.owner') },
  ]
  return (
    <Card
      title={t('board.worst')}
      flush
      actions={
        <LinkButton size="sm" look="ghost" to={href('riskRegister', {})}>
          {t('board.all')}
        </LinkButton>
      }
    >
      <TableFrame caption={t('board.worst')} heads={heads}>
        {rows.map((r) => (
          <PlainRow
            key={r.id}
            heads={heads}
            cells={[
              <LineLink key="risk" to={href('risk', { riskId: r.id })}>
                {r.title}
              </LineLink>,
              <LevelMark key="score" level={r.level} score={r.score} />,
              <RiskBadge key="status" status={r.status} />,
              r.job_id && r.activity ? (
                <TextLink
                  key="about"
                  to={hrefOf(r.activity, 'details', { jobId: r.job_id })}
                  look="relative z-1"
                >
                  {r.job}
                </TextLink>
              ) : (
                r.supplier || t('aboutUs')
              ),
              r.owner,
            ]}
          />
        ))}
      </TableFrame>
    </Card>
  )
}

const Screen = ({ b }: { b: Board }) => {
  const { t } = useTranslation(['risks', 'activities'])
  const { href, word } = useActivity()
  const register = useRegister()
  const action = (
    <LinkButton
      look="primary"
      to={useNewRisk()({})}
      icon={<PlusIcon aria-hidden="true" size={15} />}
    >
      {t('activities:addRisk')}
    </LinkButton>
  )
  if (!b.open && !b.closed)
    return (
      <Page title={word('name')} subtitle={t('board.note')}>
        <EmptyState
          icon={<ShieldAlertIcon size={18} />}
          title={t('register.empty')}
          body={t('register.emptyBody')}
          action={action}
        />
      </Page>
    )
  const cellAt = ({ likelihood, impact }: Cell) =>
    register({ likelihood: String(likelihood), impact: String(impact) })
  return (
    <Page title={word('name')} subtitle={t('board.note')} actions={action}>
      <div className="grid gap-4">
        <Figures
          label={t('board.figures')}
          items={[
            { label: t('board.open'), value: b.open, to: register({}) },
            { label: t('board.critical'), value: b.critical, to: register({ level: 'critical' }) },
            { label: t('board.overdue'), value: b.overdue, to: register({ view: 'overdue' }) },
            { label: t('board.mine'), value: b.mine, to: register({ view: 'mine' }) },
            {
              label: t('board.closed'),
              value: b.closed,
              to: to(href('riskRegister', {}), { query: { status: 'closed' } }),
            },
          ]}
        />
        <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
          <Card title={t('matrix.title')} className="min-w-0">
            <Matrix cells={b.cells} caption={t('matrix.caption')} hrefOf={cellAt} />
          </Card>
          {b.reviews.length ? <Reviews b={b} /> : null}
        </div>
        {b.worst.length ? <Worst rows={b.worst} /> : null}
      </div>
    </Page>
  )
}

/** The register of risks in figures: what stands where, and what is due. */
export default function RiskDashboard() {
  const { word } = useActivity()
  return (
    <Load query={useQuery(board)} title={word('name')}>
      {(b) => <Screen b={b} />}
    </Load>
  )
}
