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
import { type Added, PassedDialog, passedOver } from '../lists/passed.tsx'
import { invitable } from '../lists/standing.tsx'
import { InviteByTurn } from '../lists/turn.tsx'
import { category, inviteFromList, type ListEntry, supplierList, turns } from '../queries.ts'

type Props = {
  to: Schemas['CategoryDetails']
  list: Schemas['CategoryDetails']
  rows: readonly ListEntry[]
}

const ByTurn = ({
  to,
  list,
  onDone,
}: {
  to: Props['to']
  list: string
  onDone: (added: Added) => void
}) => {
  const { t } = useTranslation('sourcing')
  const query = useQuery({ ...turns(to.id, list), staleTime: 0 })
  return (
    <Load query={query} title={t('turn.title')}>
      {(rows) => <InviteByTurn to={to} list={list} turns={rows} onDone={onDone} />}
    </Load>
  )
}

const Screen = ({ to, list, rows }: Props) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [sent, setSent] = useState<Added>()
  const [byTurn, setByTurn] = useState(false)
  const ids = { jobId: to.job_id, categoryId: to.id }
  const invited = href('invited', ids)
  const count = rows.filter(invitable).length
  const leave = () => {
    if (invited) void navigate(invited)
  }
  const done = async (added: Added) => {
    setAsking(false)
    await cache.invalidateQueries({ queryKey: keys.category(to.id) })
    if (passedOver(added).length) return setSent(added)
    toast('ok', t('invite.done', { count: added.added }))
    leave()
  }
  const send = async () => done(await inviteFromList(to.id, list.id))
  return (
    <Page
      title={list.name}
      subtitle={t('lists.inviteWhom', { count, name: to.name })}
      crumbs={[
        { label: to.name, to: invited },
        { label: t('lists.inviteTitle'), to: href('inviteLists', ids) },
      ]}
      actions={
        <>
          <Button disabled={!count} aria-pressed={byTurn} onClick={() => setByTurn(!byTurn)}>
            {t(byTurn ? 'turn.whole' : 'turn.action')}
          </Button>
          <Button
            look={byTurn ? 'secondary' : 'primary'}
            disabled={!count}
            icon={<MailPlusIcon aria-hidden="true" size={15} />}
            onClick={() => setAsking(true)}
          >
            {t('invite.send', { count })}
          </Button>
        </>
      }
    >
      {byTurn ? (
        <ByTurn to={to} list={list.id} onDone={(added) => void done(added)} />
      ) : (
        <Entries rows={rows} zone={list.timezone} />
      )}
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        send={send}
        title={t('lists.sure', { count })}
        description={t('lists.sureBody', { name: to.name })}
        action={t('invite.send', { count })}
      />
      {sent ? (
        <PassedDialog
          added={sent}
          onClose={() => {
            setSent(undefined)
            leave()
          }}
        />
      ) : null}
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
