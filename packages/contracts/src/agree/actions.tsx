import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { AskDialog, ReasonDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { LinkButton } from '@zabuni/ui/link-button'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { EndActions } from '../force/ends.tsx'
import { cancel } from '../force/queries.ts'
import { submit } from '../making/queries.ts'
import { useContracts } from '../parts.tsx'
import type { Contract } from '../queries.ts'
import { agreement, steps, talk } from './queries.ts'

/** Says that something was done, and reads all of contracts anew. */
export const useDone = () => {
  const { t } = useTranslation('contracts')
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries({ queryKey: keys.contracts })
    toast('ok', t('view.done'))
  }
}

/** Approve and refuse, for who decides now; both name the text that stands on the screen. */
export const Decide = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const { desk } = useContracts()
  const done = useDone()
  const [refuse, setRefuse] = useState(false)
  const [approving, setApproving] = useState(false)
  const query = useQuery(agreement(c.id))
  if (!query.data?.mine) return null
  return (
    <>
      <Button onClick={() => setRefuse(true)}>{t('view.refuse')}</Button>
      <ReasonDialog
        open={refuse}
        onClose={() => setRefuse(false)}
        title={t('view.refuse')}
        description={t('view.refuseBody')}
        reasonHint={t('approval.refuseHint')}
        action={t('view.refuse')}
        send={async (reason) => {
          await steps.refuse(desk, c.id, c.sum, reason)
          setRefuse(false)
          await done()
        }}
      />
      <Button look="primary" onClick={() => setApproving(true)}>
        {t('view.approve')}
      </Button>
      <AskDialog
        open={approving}
        onClose={() => setApproving(false)}
        title={t('view.approve')}
        description={t('approval.approveBody', { number: c.number })}
        action={t('view.approve')}
        send={async () => {
          await steps.approve(desk, c.id, c.sum)
          setApproving(false)
          await done()
        }}
      />
    </>
  )
}

/** What the other side has not seen: who approves reads the reason. */
const INSIDE: ReadonlySet<Contract['status']> = new Set(['internal_review', 'approved'])

const Recall = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const { desk } = useContracts()
  const done = useDone()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('approval.recall')}</Button>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('approval.recall')}
        description={t(
          c.status === 'internal_review' ? 'approval.backBody' : 'approval.recallBody',
        )}
        reasonHint={t(INSIDE.has(c.status) ? 'approval.refuseHint' : 'approval.recallHint')}
        action={t('approval.recall')}
        danger
        send={async (reason) => {
          await steps.recall(desk, c.id, reason)
          setOpen(false)
          await done()
        }}
      />
    </>
  )
}

/** Before all have signed a contract can be given up. */
const Cancel = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const done = useDone()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('approval.cancel')}</Button>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('approval.cancel')}
        description={t('approval.cancelBody')}
        reasonHint={t('approval.cancelHint')}
        action={t('approval.cancel')}
        danger
        send={async (reason) => {
          await cancel(c.id, reason)
          setOpen(false)
          await done()
        }}
      />
    </>
  )
}

const Send = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const { desk } = useContracts()
  const done = useDone()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t('approval.send')}
      </Button>
      <AskDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('approval.send')}
        description={t('approval.sendBody', { name: c.counterparty.name })}
        action={t('approval.send')}
        send={async () => {
          await steps.send(desk, c.id, c.sum)
          setOpen(false)
          await done()
        }}
      />
    </>
  )
}

/** Where a negotiation is answered. */
const TALK = '?part=talk'

/** That the other side's text waits for an answer, and where it is given. */
export const Waits = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const { desk } = useContracts()
  const { data } = useQuery(talk(desk, c.id))
  const [latest] = data?.proposals ?? []
  return latest?.open ? (
    <Banner tone="warn">
      {t('talk.waits', { version: latest.version, by: latest.by })}{' '}
      <TextLink to={TALK} link="underline underline-offset-2">
        {t('talk.title')}
      </TextLink>
    </Banner>
  ) : null
}

/** Somebody did not sign: it is sent again as it is, or taken back. A proposal that waits is decided on first. */
const NotSigned = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const { desk } = useContracts()
  const { data } = useQuery(talk(desk, c.id))
  if (!data) return null
  if (data.proposals[0]?.open)
    return (
      <LinkButton look="primary" to={TALK}>
        {t('talk.answer')}
      </LinkButton>
    )
  return (
    <>
      <Recall c={c} />
      <Send c={c} />
    </>
  )
}

const Submit = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const { desk } = useContracts()
  const done = useDone()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t('view.submit')}
      </Button>
      <AskDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('view.submit')}
        description={t('approval.submitBody')}
        action={t('view.submit')}
        send={async () => {
          await submit(desk, c.id)
          setOpen(false)
          await done()
        }}
      />
    </>
  )
}

/** Who wrote it takes it back while nobody has approved it. */
const Untouched = ({ c }: { c: Contract }) => {
  const { data } = useQuery(agreement(c.id))
  return data?.may_recall ? <Recall c={c} /> : null
}

/** What can be done with a contract in its state, by who may. */
export const Actions = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const { desk, update, approve } = useContracts()
  const manages = mayI('MANAGE_CONTRACT')
  if (c.status === 'draft' && manages)
    return (
      <>
        {desk === 'operator' ? null : <Cancel c={c} />}
        <LinkButton to={update(c.id)}>{t('view.edit')}</LinkButton>
        {desk === 'operator' ? null : <Submit c={c} />}
      </>
    )
  if (desk === 'operator') return null
  if (c.status === 'internal_review')
    return (
      <>
        <Untouched c={c} />
        {desk === 'contracts' ? (
          <Decide c={c} />
        ) : mayI('APPROVE_CONTRACT') ? (
          <LinkButton to={approve(c.id)} look="primary">
            {t('approval.open')}
          </LinkButton>
        ) : null}
      </>
    )
  if (!manages) return null
  if (c.status === 'approved')
    return (
      <>
        <Cancel c={c} />
        <Recall c={c} />
        <Send c={c} />
      </>
    )
  if (c.status === 'active') return <EndActions of={c} />
  if (c.status === 'negotiating')
    return (
      <>
        <Cancel c={c} />
        <NotSigned c={c} />
      </>
    )
  if (c.status === 'sent' || c.status === 'signing')
    return (
      <>
        <Cancel c={c} />
        <Recall c={c} />
      </>
    )
  return null
}
