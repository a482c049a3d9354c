import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { useProof } from '@zabuni/routing/ui/proof'
import { ReasonDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Menu, MenuItem, MenuSeparator } from '@zabuni/ui/menu'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { EllipsisIcon } from 'lucide-react'
import { isOpen, useMoney } from './parts.tsx'
import { type Auction, conduct, type Deed, type Line, type Phase, type View } from './queries.ts'

/** What a host is about to do, before it has said why. */
export type Asked = Pick<Deed, 'act' | 'seq' | 'supplier_id'>

/** What the host may do now with the whole room. */
export const HostActs = ({ view, ask }: { view: View; ask: (asked: Asked) => void }) => {
  const { t } = useTranslation(['auctions', 'common'])
  const { phase } = view
  const running = isOpen(phase)
  const over = phase === 'draft' || phase === 'cancelled'
  if (over) return null
  return (
    <>
      {running ? (
        <Button onClick={() => ask({ act: 'pause' })}>{t('conduct.pause.action')}</Button>
      ) : null}
      {phase === 'paused' ? (
        <Button look="primary" onClick={() => ask({ act: 'resume' })}>
          {t('conduct.resume.action')}
        </Button>
      ) : null}
      <Button onClick={() => ask({ act: 'message' })}>{t('conduct.message.action')}</Button>
      {running || phase === 'upcoming' || phase === 'paused' ? (
        <Menu
          label={t('common:actions.more')}
          trigger={<EllipsisIcon aria-hidden="true" size={18} />}
        >
          {phase === 'paused' ? null : (
            <MenuItem onSelect={() => ask({ act: 'extend' })}>
              {t('conduct.extend.action')}
            </MenuItem>
          )}
          {running || phase === 'paused' ? (
            <>
              <MenuSeparator />
              <MenuItem danger onSelect={() => ask({ act: 'end' })}>
                {t('conduct.end.action')}
              </MenuItem>
            </>
          ) : null}
        </Menu>
      ) : null}
    </>
  )
}

/** Makes a bid void, where that is possible. */
export const VoidButton = ({
  line,
  phase,
  ask,
}: {
  line: Line
  phase: Phase
  ask: (asked: Asked) => void
}) => {
  const { t } = useTranslation('auctions')
  const bid = line.kind === 'bid' || line.kind === 'bid_surrogate'
  if (!bid || line.void || phase === 'cancelled') return null
  return (
    <Button size="sm" look="ghost" onClick={() => ask({ act: 'void', seq: line.seq ?? 0 })}>
      {t('conduct.void.action')}
    </Button>
  )
}

type Props = {
  found: Auction
  asked: Asked | undefined
  names: ReadonlyMap<string, string>
  onClose: () => void
  onDone: () => Promise<unknown>
}

const ExtendForm = ({
  found,
  send,
  onClose,
}: {
  found: Auction
  send: (reason: string, endsAt: string) => Promise<void>
  onClose: () => void
}) => {
  const { t } = useTranslation(['auctions', 'common'])
  const form = useProblemForm({
    defaultValues: { ends_at: toWall(found.view.ends_at, found.timezone), reason: '' },
    submit: (v) => send(v.reason, fromWall(v.ends_at, found.timezone)),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <Bound form={form} name="ends_at">
        {(control) => (
          <DateTimeField
            required
            label={t('conduct.extend.endsAt', { zone: found.timezone })}
            {...control}
          />
        )}
      </Bound>
      <TextareaField
        required
        rows={3}
        label={t('common:form.reason')}
        hint={t('conduct.reasonHint')}
        {...form.field('reason')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('conduct.extend.action')}
        </Button>
      </div>
    </form>
  )
}

/** Asks for the reason of a host's act, says what follows of it, and does it. */
export const ConductDialog = ({ found, asked, names, onClose, onDone }: Props) => {
  const { t } = useTranslation('auctions')
  const money = useMoney(found.currency)
  const { withProof, proofDialog } = useProof()
  const { act = 'pause', seq, supplier_id } = asked ?? {}
  const line = found.view.lines.find((l) => l.seq === seq)
  const told = {
    name: names.get(supplier_id ?? line?.supplier_id ?? '') ?? '',
    amount: line?.amount ? money(line.amount) : '',
    at: formatMoment(found.view.ends_at, found.timezone),
    count: found.view.bidders ?? 0,
  }
  const send = async (reason: string, ends_at?: string) => {
    await withProof(() =>
      conduct(found.id, {
        act,
        reason,
        seen: found.seq,
        ...(ends_at ? { ends_at } : {}),
        ...(seq ? { seq } : {}),
        ...(supplier_id ? { supplier_id } : {}),
      }),
    )
    await onDone()
    toast('ok', t(`conduct.${act}.done`, told))
    onClose()
  }
  return (
    <>
      <Dialog
        open={asked?.act === 'extend'}
        onClose={onClose}
        title={t('conduct.extend.title')}
        description={t('conduct.extend.body', told)}
      >
        <ExtendForm found={found} send={send} onClose={onClose} />
      </Dialog>
      <ReasonDialog
        open={!!asked && asked.act !== 'extend'}
        onClose={onClose}
        danger={act === 'end' || act === 'void' || act === 'block'}
        typed={act === 'end' ? found.reference : undefined}
        title={t(`conduct.${act}.title`, told)}
        description={t(`conduct.${act}.body`, told)}
        reasonHint={t('conduct.reasonHint')}
        action={t(`conduct.${act}.action`)}
        send={send}
      />
      {proofDialog}
    </>
  )
}
