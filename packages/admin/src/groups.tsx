import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { PlusIcon, UsersIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { ActiveBadge, onOperatorDesk, STANDINGS, useStandingFilter } from './kit.tsx'
import { type Group, groups, SEGMENTS } from './queries.ts'

const column = columnsFor<Group>()

/** Where special groups lie on this desk. */
export const groupsHref = () =>
  onOperatorDesk() ? '/zabuni/special-groups' : '/company/special-groups'

/** The platform's special groups and, for a buyer, its own. */
export default function Groups() {
  const { t } = useTranslation('admin')
  const at = useListParams()
  const standing = useStandingFilter()
  const query = useList(
    groups(
      given({
        search: at.search,
        standing: at.many('standing', STANDINGS),
        segment: at.many('segment', SEGMENTS),
      }),
    ),
  )
  const keeps = mayI(onOperatorDesk() ? 'MANAGE_SUPPLIER' : 'UPDATE_COMPANY_INFO')
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('name'),
        meta: { width: '45%' },
        cell: (c) => (
          <span className="grid py-1.5 whitespace-normal">
            {keeps && c.row.original.own ? (
              <Link
                to={`${groupsHref()}/${c.row.original.id}/update`}
                className="font-medium after:absolute after:inset-0 hover:text-brand"
              >
                {c.getValue()}
              </Link>
            ) : (
              <span className="font-medium">{c.getValue()}</span>
            )}
            {c.row.original.description ? (
              <span className="text-xs text-ink-2">{c.row.original.description}</span>
            ) : null}
          </span>
        ),
      }),
      column.display({
        id: 'asks',
        header: t('groups.asks'),
        cell: (c) => {
          const { segment, min_share } = c.row.original
          const named = SEGMENTS.find((s) => s === segment)
          return named
            ? t('groups.asksShare', {
                segment: t(`groups.segments.${named}`),
                share: Number(min_share),
              })
            : t('groups.segments.none')
        },
      }),
      column.accessor('own', {
        header: t('groups.keeper'),
        cell: (c) => t(onOperatorDesk() || !c.getValue() ? 'groups.platform' : 'groups.own'),
      }),
      column.accessor('active', {
        header: t('status'),
        cell: (c) => <ActiveBadge active={c.getValue()} />,
      }),
    ],
    [t, keeps],
  )
  return (
    <Page
      title={t('groups.title')}
      subtitle={t('groups.note')}
      actions={
        keeps ? (
          <LinkButton
            to={`${groupsHref()}/create`}
            look="primary"
            icon={<PlusIcon aria-hidden="true" size={15} />}
          >
            {t('groups.create')}
          </LinkButton>
        ) : null
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('groups.title')}
        search={t('groups.search')}
        filters={[
          {
            key: 'segment',
            kind: 'many',
            label: t('groups.asks'),
            options: SEGMENTS.map((s) => ({ value: s, label: t(`groups.segments.${s}`) })),
          },
          standing,
        ]}
        paging={{ total: query.data?.items.length }}
        empty={{
          icon: <UsersIcon size={18} />,
          title: t('groups.empty'),
          body: t('groups.emptyBody'),
        }}
      />
    </Page>
  )
}
