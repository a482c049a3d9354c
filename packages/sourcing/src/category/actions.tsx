import { useQueryClient } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { mayHere } from '@zabuni/activities/may'
import { editable, ended, unpublished } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { useProof } from '@zabuni/routing/ui/proof'
import { AskDialog, ReasonDialog } from '@zabuni/ui/ask'
import { Button } from '@zabuni/ui/button'
import { LinkButton } from '@zabuni/ui/link-button'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@zabuni/ui/menu'
import { toast } from '@zabuni/ui/toast'
import { EllipsisIcon, PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ExtendDialog } from '../extend-dialog.tsx'
import { refusals } from '../findings.ts'
import { PublishTerms } from '../publish-terms.tsx'
import {
  askApproval,
  cancelCategory,
  category,
  extendCategory,
  publishCategory,
  refuseApproval,
} from '../queries.ts'

type Asking = 'publish' | 'extend' | 'cancel' | 'hold' | 'refuse'

/** What can be done with a category in its present state. */
export const CategoryActions = ({ found }: { found: Schemas['CategoryDetails'] }) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { href } = useHere()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [asking, setAsking] = useState<Asking>()
  const [looking, setLooking] = useState(false)
  const { withProof, proofDialog } = useProof()
  if (!mayHere(found.activity, 'author')) return null
  const ids = { jobId: found.job_id, categoryId: found.id }
  const close = () => setAsking(undefined)
  const done = (message: string) => {
    close()
    toast('ok', message)
    void cache.invalidateQueries({ queryKey: keys.sourcing })
  }
  const missing = () => {
    toast('bad', t('publish.notReady'))
    const findings = to(href('categoryDetails', ids), { hash: 'findings' })
    if (findings) void navigate(findings)
  }
  const publish = async () => {
    try {
      await publishCategory(found.id)
      done(t('publish.categoryDone'))
    } catch (error) {
      if (!refusals(error)) throw error
      close()
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
      missing()
    }
  }
  // What must be corrected first is not asked about: it would be refused.
  const askPublish = async () => {
    setLooking(true)
    // What was corrected on another screen a moment ago counts.
    const now = await cache.fetchQuery({ ...category(found.id), staleTime: 0 }).catch(() => found)
    setLooking(false)
    if (now.findings.some((f) => f.blocking)) missing()
    else setAsking('publish')
  }
  const draft = unpublished(found)
  const live = found.status === 'open' || found.status === 'approved'
  const cancellable = !ended(found) && !['notified', 'awarded', 'complete'].includes(found.status)
  const edit = editable(found) ? href('categoryEdit', ids) : null
  return (
    <>
      <LinkButton to={edit} icon={<PencilIcon aria-hidden="true" size={15} />}>
        {t('common:actions.edit')}
      </LinkButton>
      {found.status === 'hidden' ? (
        <Button onClick={() => setAsking('refuse')}>{t('approval.refuse')}</Button>
      ) : null}
      {draft && found.status !== 'not_approved' ? (
        <Button look="primary" busy={looking} onClick={() => void askPublish()}>
          {t('publish.action')}
        </Button>
      ) : null}
      {live ? <Button onClick={() => setAsking('extend')}>{t('extend.action')}</Button> : null}
      <Menu
        label={t('common:actions.more')}
        trigger={<EllipsisIcon aria-hidden="true" size={18} />}
      >
        <MenuLink to={href('categoryDuplicate', ids)}>{t('duplicate.action')}</MenuLink>
        {editable(found) ? (
          <MenuItem onSelect={() => setAsking('hold')}>{t('approval.hold')}</MenuItem>
        ) : null}
        {cancellable ? (
          <>
            <MenuSeparator />
            <MenuItem danger onSelect={() => setAsking('cancel')}>
              {draft ? t('cancelCategory.withdraw') : t('cancelCategory.action')}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      <AskDialog
        open={asking === 'publish'}
        onClose={close}
        title={t('publish.categoryTitle')}
        description={
          <PublishTerms
            lead={t('publish.categoryBody')}
            categories={[found]}
            zone={found.timezone}
          />
        }
        action={t('publish.action')}
        send={publish}
      />
      <AskDialog
        open={asking === 'hold'}
        onClose={close}
        title={t('approval.holdTitle')}
        description={t('approval.holdBody')}
        action={t('approval.hold')}
        send={async () => {
          await askApproval(found.id)
          done(t('approval.held'))
        }}
      />
      <ReasonDialog
        open={asking === 'refuse'}
        onClose={close}
        title={t('approval.refuseTitle')}
        description={t('approval.refuseBody')}
        reasonHint={t('approval.refuseHint')}
        action={t('approval.refuse')}
        send={async (reason) => {
          await refuseApproval(found.id, { reason })
          done(t('approval.refused'))
        }}
      />
      <ExtendDialog
        open={asking === 'extend'}
        onClose={close}
        closesAt={found.closes_at}
        zone={found.timezone}
        send={async (closes_at, reason) => {
          await withProof(() => extendCategory(found.id, { closes_at, reason }))
          done(t('extend.done'))
        }}
      />
      <ReasonDialog
        open={asking === 'cancel'}
        onClose={close}
        danger
        typed={found.reference}
        title={draft ? t('cancelCategory.withdrawTitle') : t('cancelCategory.title')}
        description={draft ? t('cancelCategory.withdrawBody') : t('cancelCategory.body')}
        reasonHint={t('cancelJob.reasonHint')}
        action={draft ? t('cancelCategory.withdraw') : t('cancelCategory.action')}
        send={async (reason) => {
          await cancelCategory(found.id, { reason })
          done(draft ? t('cancelCategory.withdrawn') : t('cancelCategory.done'))
        }}
      />
      {proofDialog}
    </>
  )
}
