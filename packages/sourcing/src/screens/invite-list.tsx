import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord, OfRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { AskDialog } from '@zabuni/ui/ask'
import { Button } from '@zabuni/ui/button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { MailPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Entries } from '../lists/entries.tsx'
import { invitable } from '../lists/standing.tsx'
import { category, inviteFromList, type ListEntry, supplierList } from '../queries.ts'

type Props = {
  to: Schemas['CategoryDetails']
  list: Schemas['CategoryDetails']
  rows: readonly ListEntry[]
}

const Screen = ({ to, list, rows }: Props) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [asking, setAsking] = useState(false)
  const ids = { jobId: to.job_id, categoryId: to.id }
  const invited = href('invited', ids)
  const count = rows.filter(invitable).length
  const send = async () => {
    const { added } = await inviteFromList(to.id, list.id)
    setAsking(false)
    toast('ok', t('invite.done', { count: added }))
    await cache.invalidateQueries({ queryKey: keys.category(to.id) })
    if (invited) void navigate(invited)
  }
  return (
    <Page
      title={list.name}
      subtitle={t('lists.inviteWhom', { count, name: to.name })}
      crumbs={[
        { label: to.name, to: invited },
        { label: t('lists.inviteTitle'), to: href('inviteLists', ids) },
      ]}
      actions={
        <Button
          look="primary"
          disabled={!count}
          icon={<MailPlusIcon aria-hidden="true" size={15} />}
          onClick={() => setAsking(true)}
        >
          {t('invite.send', { count })}
        </Button>
      }
    >
      <Entries rows={rows} zone={list.timezone} />
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        send={send}
        title={t('lists.sure', { count })}
        description={t('lists.sureBody', { name: to.name })}
        action={t('invite.send', { count })}
      />
    </Page>
  )
}

/** Invites who stands on a list, those who are put off or whose time is over left out. */
export default function InviteList() {
  const { t } = useTranslation('sourcing')
  const { categoryId, listId } = useHere().ids
  const list = useQuery(category(listId))
  const rows = useQuery(supplierList(listId))
  return (
    <LoadRecord query={useQuery(category(categoryId))} title={t('lists.inviteTitle')}>
      {(to) => (
        <Load query={[list, rows]} title={t('lists.inviteTitle')}>
          {([from, entries]) => (
            <OfRecord record={to} own={{ parentId: from.job_id }}>
              {() => <Screen to={to} list={from} rows={entries} />}
            </OfRecord>
          )}
        </Load>
      )}
    </LoadRecord>
  )
}
