import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDay } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { TextLink } from '@zabuni/ui/text-link'
import { UsersIcon } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useRole } from '../world-parts.tsx'
import { type OwnerRow, type Tie, worldOwners, worldTies } from '../world-queries.ts'

const Drawing = lazy(() => import('../tie-drawing.tsx'))
const column = columnsFor<OwnerRow>()
const ROLES = ['director', 'shareholder'] as const
const KINDS = ['person', 'organisation'] as const

const Search = () => {
  const { t } = useTranslation('world')
  const { href } = useHere()
  const at = useListParams()
  const role = useRole()
  const query = useList(
    worldOwners(
      given({
        search: at.search,
        role: at.many('role', ROLES),
        kind: at.many('kind', KINDS),
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('owner.name'),
        meta: { width: '26%' },
        cell: ({ row: { original: r } }) => (
          <RowLink
            to={href('worldOwners', { supplierId: r.company_id })}
            note={[t(`owner.${r.kind}`), r.number].filter(Boolean).join(' · ')}
          >
            {r.name}
          </RowLink>
        ),
      }),
      column.accessor('company', {
        header: t('owner.company'),
        cell: ({ row: { original: r } }) => (
          <TextLink
            look="relative z-1"
            link="text-brand hover:underline"
            to={href('worldSupplier', { supplierId: r.company_id })}
          >
            {r.company}
          </TextLink>
        ),
      }),
      column.display({
        id: 'role',
        header: t('owner.role'),
        cell: ({ row: { original: r } }) => role(r),
      }),
      column.accessor('share', {
        header: t('owner.share'),
        meta: { numeric: true },
        cell: ({ row: { original: r } }) => (r.share ? `${short(r.share)}%` : '–'),
      }),
      column.accessor('from', {
        header: t('owner.from'),
        cell: (c) => formatDay(c.getValue(), ownZone()),
      }),
      column.accessor('until', {
        header: t('owner.until'),
        cell: ({ row: { original: r } }) =>
          r.until ? formatDay(r.until, ownZone()) : t('owner.still'),
      }),
    ],
    [t, href, role],
  )
  return (
    <Page
      title={t('seek.title')}
      subtitle={t('seek.note')}
      crumbs={[{ label: t('title'), to: href('world') }]}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('seek.title')}
        search={t('seek.search')}
        filters={[
          {
            key: 'role',
            kind: 'many',
            label: t('seek.role'),
            options: ROLES.map((value) => ({ value, label: t(`owner.${value}`) })),
          },
          {
            key: 'kind',
            kind: 'many',
            label: t('seek.kind'),
            options: KINDS.map((value) => ({ value, label: t(`owner.${value}`) })),
          },
        ]}
        empty={{
          icon: <UsersIcon size={18} />,
          title: t('seek.start'),
          body: t('seek.startBody'),
        }}
      />
      {query.data?.items.length ? (
        <p className="mt-3 text-sm text-ink-2">{t('seek.pick')}</p>
      ) : null}
    </Page>
  )
}

const TieRows = ({ ties, here }: { ties: readonly Tie[]; here: string }) => {
  const { t } = useTranslation('world')
  const { href } = useHere()
  const heads = [
    { key: 'with', label: t('ties.with') },
    { key: 'what', label: t('ties.what') },
    { key: 'detail', label: t('ties.detail') },
    { key: 'step', label: t('ties.step'), numeric: true },
    { key: 'from', label: t('ties.from') },
    { key: 'until', label: t('ties.until') },
  ]
  const company = ({ id, name }: Tie['a']) =>
    id === here ? (
      <span className="font-medium">{name}</span>
    ) : (
      <TextLink look="font-medium" to={href('worldOwners', { supplierId: id })}>
        {name}
      </TextLink>
    )
  return (
    <TableFrame caption={t('ties.what')} heads={heads}>
      {ties.map((tie, i) => (
        <PlainRow
          key={i}
          heads={heads}
          cells={[
            <span key="with">
              {company(tie.a)} {tie.kind === 'owner' ? '→' : '–'} {company(tie.b)}
            </span>,
            <span key="what" className="grid">
              {t(`ties.kinds.${tie.kind}`)}
              {tie.by_number ? null : (
                <span className="text-xs text-ink-3">{t('ties.byName')}</span>
              )}
            </span>,
            [
              tie.name,
              tie.number,
              tie.share ? `${short(tie.share)}%` : '',
              tie.director ? t('ties.directs') : '',
            ]
              .filter(Boolean)
              .join(' · ') || '–',
            tie.step,
            <span key="from" className="whitespace-nowrap">
              {tie.from ? formatDay(tie.from, ownZone()) : '–'}
            </span>,
            <span key="until" className="whitespace-nowrap">
              {tie.until ? formatDay(tie.until, ownZone()) : t('owner.still')}
            </span>,
          ]}
        />
      ))}
    </TableFrame>
  )
}

const Ties = ({ supplier }: { supplier: string }) => {
  const { t } = useTranslation('world')
  const { href } = useHere()
  return (
    <Load query={useQuery(worldTies(supplier))} title={t('seek.title')}>
      {({ company, ties }) => (
        <Page
          title={t('ties.title', { name: company.name })}
          subtitle={t('ties.note')}
          crumbs={[{ label: t('seek.title'), to: href('worldOwners') }]}
          actions={
            <LinkButton to={href('worldSupplier', { supplierId: company.id })}>
              {t('ties.details')}
            </LinkButton>
          }
        >
          {ties.length ? (
            <div className="grid items-start gap-4 xl:grid-cols-[1fr_420px]">
              <Card flush>
                <TieRows ties={ties} here={company.id} />
              </Card>
              <Card title={t('ties.drawing')}>
                <Suspense fallback={<div className="h-80" />}>
                  <Drawing here={company} ties={ties} />
                </Suspense>
              </Card>
            </div>
          ) : (
            <Card>
              <p className="text-sm text-ink-2">{t('ties.none')}</p>
            </Card>
          )}
        </Page>
      )}
    </Load>
  )
}

/** Directors and shareholders by name or number, and what ties the companies of one to others. */
export default function WorldOwners() {
  const { ids } = useHere()
  return ids.supplierId ? <Ties supplier={ids.supplierId} /> : <Search />
}
