import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Menu, MenuItem, MenuLink } from '@zabuni/ui/menu'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { EllipsisIcon, KeyRoundIcon, PencilIcon, PlusIcon, Trash2Icon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PeoplePage } from '../parts.tsx'
import { usePlace } from '../place.ts'
import { deleteRole, type RoleRow, roles, USER_TYPES } from '../queries.ts'

const column = columnsFor<RoleRow>()

const RoleMenu = ({ role }: { role: RoleRow }) => {
  const { t } = useTranslation(['people', 'common'])
  const { scope, href, buyerId } = usePlace()
  const cache = useQueryClient()
  const [asked, setAsked] = useState(false)
  const remove = async () => {
    await deleteRole(role.id, scope)
    toast('ok', t('done.roleDeleted'))
    setAsked(false)
    await cache.invalidateQueries({ queryKey: [...keys.people, 'roles'] })
  }
  if (role.protected) return null
  return (
    <>
      <Menu
        label={t('acts.of', { name: role.name })}
        trigger={<EllipsisIcon aria-hidden="true" size={16} />}
      >
        <MenuLink
          to={href('roleUpdate', { buyerId, roleId: role.id })}
          icon={<PencilIcon aria-hidden="true" size={15} />}
        >
          {t('roles.rename')}
        </MenuLink>
        <MenuItem
          danger
          icon={<Trash2Icon aria-hidden="true" size={15} />}
          onSelect={() => setAsked(true)}
        >
          {t('roles.delete')}
        </MenuItem>
      </Menu>
      <AskDialog
        open={asked}
        danger
        onClose={() => setAsked(false)}
        send={remove}
        title={t('roles.askDelete', { name: role.name })}
        description={t('roles.askDeleteBody')}
        action={t('roles.delete')}
      />
    </>
  )
}

/** Roles of a company: who holds them, how much they open. */
export default function Roles() {
  const { t } = useTranslation('people')
  const { scope, href, buyerId } = usePlace()
  const at = useListParams()
  const query = useList(
    roles({
      ...scope,
      ...given({ search: at.search, user_type: at.many('user_type', USER_TYPES) }),
    }),
  )
  const types = query.data?.types ?? []
  const many = types.length > 1
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.role'),
        meta: { width: '40%' },
        cell: (c) => (
          <span className="grid max-w-md min-w-0 py-1.5">
            <TextLink
              to={href('privileges', { buyerId, roleId: c.row.original.id })}
              look="flex items-center gap-2 font-medium"
            >
              {c.getValue()}
              {c.row.original.protected ? <Badge tone="info">{t('roles.protected')}</Badge> : null}
            </TextLink>
            <span className="text-xs whitespace-normal text-ink-3">
              {c.row.original.protected ? t('roles.protectedHint') : c.row.original.description}
            </span>
          </span>
        ),
      }),
      ...(many
        ? [
            column.accessor('user_type', {
              header: t('columns.type'),
              cell: (c) => t(`types.${c.getValue()}`),
            }),
          ]
        : []),
      column.accessor('holders', { header: t('columns.holders'), meta: { numeric: true } }),
      column.accessor('assigned', { header: t('columns.assigned'), meta: { numeric: true } }),
      column.accessor('denied', { header: t('columns.denied'), meta: { numeric: true } }),
      column.display({
        id: 'acts',
        header: () => <span className="sr-only">{t('columns.acts')}</span>,
        meta: { numeric: true, width: '56px' },
        cell: (c) => <RoleMenu role={c.row.original} />,
      }),
    ],
    [t, href, buyerId, many],
  )
  return (
    <PeoplePage
      title={t('roles.title')}
      note={t('roles.note')}
      company={query.data?.company}
      actions={
        <LinkButton
          to={href('roleCreate', { buyerId })}
          look="primary"
          icon={<PlusIcon size={15} />}
        >
          {t('roles.create')}
        </LinkButton>
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('roles.title')}
        search={t('roles.search')}
        filters={
          many
            ? [
                {
                  key: 'user_type',
                  kind: 'many',
                  label: t('columns.type'),
                  options: types.map((type) => ({ value: type, label: t(`types.${type}`) })),
                },
              ]
            : []
        }
        paging={{ total: query.data?.items?.length }}
        empty={{
          icon: <KeyRoundIcon size={18} />,
          title: t('roles.empty'),
          body: t('roles.emptyBody'),
        }}
      />
    </PeoplePage>
  )
}
