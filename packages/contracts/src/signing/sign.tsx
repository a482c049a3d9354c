import { useQueryClient } from '@tanstack/react-query'
import { saveFile, sha256 } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { useProof } from '@zabuni/routing/ui/proof'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog, ReasonDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Checkbox } from '@zabuni/ui/inputs'
import { toast } from '@zabuni/ui/toast'
import { DownloadIcon, PenLineIcon } from 'lucide-react'
import { useState } from 'react'
import { decline, type Signing, type SigningRequest, sign, signingPaper } from './queries.ts'

/** Reading the paper, and signing what was read: its sum is computed here, of the bytes that were opened. */
export const SignHere = ({ of, request }: { of: Signing; request: SigningRequest }) => {
  const { t } = useTranslation('contracts')
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const [read, setRead] = useState<string>()
  const [sure, setSure] = useState(false)
  const [asking, setAsking] = useState<'sign' | 'decline'>()
  // One key for this intent: a retry after a lost answer is the same signature.
  const [key] = useState(() => crypto.randomUUID())
  const me = request.signers.find((s) => s.you)
  const changed = read !== undefined && read !== request.paper_sum && of.may_sign
  const ready = read === request.paper_sum && sure
  const open = async () => {
    const paper = await signingPaper(of.id)
    const sum = await sha256(paper)
    saveFile(paper, `${of.number}.pdf`)
    setRead(sum)
    if (sum !== read) setSure(false)
    if (sum !== request.paper_sum) await cache.invalidateQueries({ queryKey: keys.contracts })
  }
  const refresh = () => cache.invalidateQueries({ queryKey: keys.contracts })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <ActButton icon={<DownloadIcon size={15} />} act={open}>
          {t(of.may_sign ? 'signing.read' : 'signing.paper')}
        </ActButton>
      </div>
      {of.may_sign && me ? (
        <>
          <p className="text-sm text-ink-2">{t('signing.what', { capacity: me.capacity })}</p>
          {changed ? <Banner tone="warn">{t('signing.changed')}</Banner> : null}
          {read === undefined ? (
            <p className="text-sm text-ink-2">{t('signing.readFirst')}</p>
          ) : (
            <>
              <p className="text-xs break-all text-ink-3">{t('signing.sum', { sum: read })}</p>
              <Checkbox
                label={t('signing.haveRead')}
                checked={sure}
                onChange={(e) => setSure(e.target.checked)}
              />
            </>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              look="primary"
              icon={<PenLineIcon size={15} />}
              disabled={!ready}
              onClick={() => setAsking('sign')}
            >
              {t('signing.sign')}
            </Button>
            <Button onClick={() => setAsking('decline')}>{t('signing.decline')}</Button>
          </div>
        </>
      ) : null}
      <AskDialog
        open={asking === 'sign'}
        onClose={() => setAsking(undefined)}
        title={t('signing.sure', { title: of.title })}
        description={t('signing.sureBody')}
        action={t('signing.sign')}
        send={async () => {
          try {
            const done = await withProof(() => sign(of.id, read ?? '', key))
            setAsking(undefined)
            toast('ok', t(done.status === 'active' ? 'signing.doneLast' : 'signing.done'))
          } finally {
            await refresh()
          }
        }}
      />
      <ReasonDialog
        open={asking === 'decline'}
        onClose={() => setAsking(undefined)}
        title={t('signing.decline')}
        description={t('signing.declineBody')}
        action={t('signing.decline')}
        reasonHint={t('signing.reasonHint')}
        danger
        send={async (reason) => {
          try {
            await decline(of.id, reason)
            setAsking(undefined)
            toast('ok', t('signing.declined'))
          } finally {
            await refresh()
          }
        }}
      />
      {proofDialog}
    </div>
  )
}
