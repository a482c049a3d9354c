import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { useProof } from '@zabuni/routing/ui/proof'
import { AskDialog } from '@zabuni/ui/ask'
import { Menu, MenuItem, MenuSeparator } from '@zabuni/ui/menu'
import { toast } from '@zabuni/ui/toast'
import {
  EllipsisIcon,
  MailIcon,
  ShieldCheckIcon,
  Trash2Icon,
  UserRoundCheckIcon,
  UserRoundXIcon,
} from 'lucide-react'
import { useState } from 'react'
import { usePlace } from './place.ts'
import {
  deactivateUser,
  deleteUser,
  inviteUserAgain,
  reactivateUser,
  type User,
} from './queries.ts'

type Act = 'invite' | 'deactivate' | 'reactivate' | 'delete'
const ICONS = {
  invite: MailIcon,
  deactivate: UserRoundXIcon,
  reactivate: UserRoundCheckIcon,
  delete: Trash2Icon,
} as const
const DONE = {
  invite: 'done.invited',
  deactivate: 'done.deactivated',
  reactivate: 'done.activated',
  delete: 'done.deleted',
} as const

/** What may be done to an account; each act says first what it means. */
export const UserMenu = ({ user }: { user: User }) => {
  const { t } = useTranslation('people')
  const { scope } = usePlace()
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const [asked, setAsked] = useState<Act>()
  const acts = user.acts ?? []
  const name = `${user.first_name} ${user.last_name}`
  if (!acts.length) return <ShieldCheckIcon aria-hidden="true" size={15} className="invisible" />

  const send = (act: Act) => {
    if (act === 'delete') return deleteUser(user.id, { confirm: user.email }, scope)
    if (act === 'deactivate') return deactivateUser(user.id, scope)
    if (act === 'reactivate') return reactivateUser(user.id, scope)
    return inviteUserAgain(user.id, scope)
  }
  const go = async (act: Act) => {
    await withProof(() => send(act))
    toast('ok', t(DONE[act]))
    setAsked(undefined)
    await cache.invalidateQueries({ queryKey: keys.people })
  }
  const item = (act: Act) => {
    const Icon = ICONS[act]
    return (
      <MenuItem
        key={act}
        icon={<Icon aria-hidden="true" size={15} />}
        danger={act === 'delete'}
        onSelect={() => setAsked(act)}
      >
        {t(`acts.${act}`)}
      </MenuItem>
    )
  }
  return (
    <>
      <Menu label={t('acts.of', { name })} trigger={<EllipsisIcon aria-hidden="true" size={16} />}>
        {acts.filter((a) => a !== 'delete').map(item)}
        {acts.includes('delete') && acts.length > 1 ? <MenuSeparator /> : null}
        {acts.includes('delete') ? item('delete') : null}
      </Menu>
      {asked ? (
        <AskDialog
          open
          onClose={() => setAsked(undefined)}
          send={() => go(asked)}
          title={t(`ask.${asked}`, { name })}
          description={t(`ask.${asked}Body`, { email: user.email })}
          action={t(`acts.${asked}`)}
          danger={asked === 'delete' || asked === 'deactivate'}
          typed={asked === 'delete' ? user.email : undefined}
        />
      ) : null}
      {proofDialog}
    </>
  )
}
