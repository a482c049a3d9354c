import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { MoveButtons } from '@zabuni/ui/move-buttons'
import { Page } from '@zabuni/ui/page'
import { PlusIcon, TagsIcon, UploadIcon } from 'lucide-react'
import { Link } from 'react-router'
import { ActiveBadge, STANDINGS, useAct, useStandingFilter } from './kit.tsx'
import { type CategoryType, moveCategoryType, types } from './queries.ts'

const column = columnsFor<CategoryType>()

/** Kinds of supply in the order in which everybody finds them. */
export default function Types() {
  const { t } = useTranslation('admin')
  const cache = useQueryClient()
  const at = useListParams()
  const standing = useStandingFilter()
  const standings = at.many('standing', STANDINGS)
  const query = useList(types(given({ search: at.search, standing: standings })))
  const { act, busy } = useAct()
  const rows = query.data?.items ?? []
  const keeps = mayI('MANAGE_CATEGORY')
  const move = async (row: CategoryType, to: number) => {
    await act(row.id, () => moveCategoryType(row.id, { to }))
    await cache.invalidateQueries({ queryKey: [...keys.companies, 'types'] })
  }
  const columns = [
    column.accessor('name', {
      header: t('name'),
      meta: { width: '40%' },
      cell: (c) => (
        <Link
          to={`/zabuni/category_types/view/${c.row.original.id}`}
          className="font-medium hover:text-brand"
        >
          {c.getValue()}
        </Link>
      ),
    }),
    column.accessor('code', { header: t('code') }),
    column.accessor('criteria', { header: t('types.criteria'), meta: { numeric: true } }),
    column.accessor('suppliers', { header: t('types.suppliers'), meta: { numeric: true } }),
    column.accessor('buyers', { header: t('buyers.title'), meta: { numeric: true } }),
    column.accessor('active', {
      header: t('status'),
      cell: (c) => <ActiveBadge active={c.getValue()} />,
    }),
    ...(keeps && !at.search && !standings.length
      ? [
          column.display({
            id: 'order',
            header: t('types.order'),
            cell: (c) => (
              <MoveButtons
                name={c.row.original.name}
                index={c.row.index}
                count={rows.length}
                busy={!!busy}
                onMove={(to) => void move(c.row.original, to)}
              />
            ),
          }),
        ]
      : []),
  ]
  return (
    <Page
      title={t('types.title')}
      subtitle={t('types.note')}
      actions={
        keeps ? (
          <>
            {mayI('MANAGE_BUYER') ? (
              <LinkButton
                to="/zabuni/category_types/upload/buyers"
                icon={<UploadIcon aria-hidden="true" size={15} />}
              >
                {t('upload.buyers.link')}
              </LinkButton>
            ) : null}
            <LinkButton
              to="/zabuni/category_types/upload"
              icon={<UploadIcon aria-hidden="true" size={15} />}
            >
              {t('upload.types.link')}
            </LinkButton>
            <LinkButton
              to="/zabuni/category_types/create"
              look="primary"
              icon={<PlusIcon aria-hidden="true" size={15} />}
            >
              {t('types.create')}
            </LinkButton>
          </>
        ) : null
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('types.title')}
        search={t('types.search')}
        filters={[standing]}
        paging={{ total: rows.length }}
        empty={{
          icon: <TagsIcon size={18} />,
          title: t('types.empty'),
          body: t('types.emptyBody'),
        }}
      />
    </Page>
  )
}
