import { useNewRisk } from '@zabuni/activities/risk'
import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { dayText } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { PlusIcon, ShieldAlertIcon } from 'lucide-react'
import { useMemo } from 'react'
import { LevelMark, RiskBadge } from '../parts.tsx'
import { LEVELS, RESPONSES, type RiskRow, risks, SCALE, STATUSES } from '../queries.ts'

const column = columnsFor<RiskRow>()
const VIEWS = ['overdue', 'mine'] as const

/** The register of risks, the worst first. */
export default function Register() {
  const { t } = useTranslation(['risks', 'activities'])
  const { href, ids } = useHere()
  const newRisk = useNewRisk()
  const at = useListParams()
  const view = at.one('view', VIEWS)
  const step = (key: string) => SCALE.find((n) => String(n) === at.get(key))
  const query = useList(
    risks(
      given({
        status: at.many('status', STATUSES),
        level: at.many('level', LEVELS),
        response: at.many('response', RESPONSES),
        likelihood: step('likelihood'),
        impact: step('impact'),
        overdue: view === 'overdue',
        mine: view === 'mine',
        job_id: ids.jobId,
        supplier_id: ids.supplierId,
        ...at.days('due'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.risk'),
        meta: { width: '34%' },
        cell: (c) => (
          <RowLink
            to={href('risk', { riskId: c.row.original.id })}
            note={[
              t('number', { number: c.row.original.number }),
              c.row.original.job || c.row.original.supplier,
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('score', {
        header: t('columns.score'),
        cell: (c) => <LevelMark level={c.row.original.level} score={c.getValue()} />,
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <RiskBadge status={c.getValue()} />,
      }),
      column.accessor('response', {
        header: t('columns.response'),
        cell: (c) => t(`responses.${c.getValue()}`),
      }),
      column.accessor('owner', { header: t('columns.owner') }),
      column.accessor('due_on', {
        header: t('columns.due'),
        cell: (c) => <span className="tabular">{dayText(c.getValue())}</span>,
      }),
    ],
    [t, href],
  )
  const rows = query.data?.items ?? []
  // What an address names but this list does not offer for choice can still be seen and taken off.
  const fixed = <V extends string | number>(
    key: string,
    label: string,
    value: V | undefined,
    word: (value: V) => string | undefined,
  ) =>
    value ? [{ key, label, options: [{ value: String(value), label: word(value) || label }] }] : []
  return (
    <Page
      title={t('register.title')}
      subtitle={t('register.note')}
      actions={
        <LinkButton
          look="primary"
          to={newRisk({ jobId: ids.jobId, supplierId: ids.supplierId })}
          icon={<PlusIcon aria-hidden="true" size={15} />}
        >
          {t('activities:addRisk')}
        </LinkButton>
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('register.title')}
        search={t('register.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('columns.status'),
            options: STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
          {
            key: 'level',
            kind: 'many',
            label: t('columns.level'),
            options: LEVELS.map((value) => ({ value, label: t(`levels.${value}`) })),
          },
          {
            key: 'response',
            kind: 'many',
            label: t('columns.response'),
            options: RESPONSES.map((value) => ({ value, label: t(`responses.${value}`) })),
          },
          { key: 'due', kind: 'days', label: t('columns.due') },
          {
            key: 'view',
            label: t('register.view'),
            options: [
              { value: 'overdue', label: t('overdue') },
              { value: 'mine', label: t('mine') },
            ],
          },
          // A cell of the matrix leads here; nobody chooses one from a list.
          ...fixed('likelihood', t('likelihood'), step('likelihood'), (n) => t(`likelihoods.${n}`)),
          ...fixed('impact', t('impact'), step('impact'), (n) => t(`impacts.${n}`)),
          ...fixed('job', t('job'), ids.jobId, () => rows[0]?.job),
          ...fixed('supplier', t('supplier'), ids.supplierId, () => rows[0]?.supplier),
        ]}
        empty={{
          icon: <ShieldAlertIcon size={18} />,
          title: t('register.empty'),
          body: t('register.emptyBody'),
        }}
      />
    </Page>
  )
}
