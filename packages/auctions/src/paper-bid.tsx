import { faultCode } from '@zabuni/api/error'
import { newId } from '@zabuni/api/new-id'
import { useTranslation } from '@zabuni/i18n'
import { isWire } from '@zabuni/i18n/decimal'
import { problemText } from '@zabuni/i18n/problem'
import { useProof } from '@zabuni/routing/ui/proof'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { FileDrop } from '@zabuni/ui/file-drop'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { MoneyField } from '@zabuni/ui/number-field'
import { type ProblemForm, Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useRef, useState } from 'react'
import { useMoney } from './parts.tsx'
import { type Auction, enterPaperBid, type Participant } from './queries.ts'

const MAX_BYTES = 20_000_000
const TYPES = ['pdf', 'jpg', 'jpeg', 'png']

/** What is in a file, as a request carries it. */
const read = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

type Values = { amount: string; reason: string; scan: string }

const PaperForm = ({
  found,
  of,
  onClose,
  onDone,
}: {
  found: Auction
  of: Participant
  onClose: () => void
  onDone: () => Promise<unknown>
}) => {
  const { t, i18n } = useTranslation(['auctions', 'common', 'errors'])
  const money = useMoney(found.currency)
  const { withProof, proofDialog } = useProof()
  const [file, setFile] = useState<File>()
  // What goes further than usual is sent once more, confirmed.
  const [far, setFar] = useState<{ amount: string; text: string }>()
  const key = useRef(newId())
  const form: ProblemForm<Values> = useProblemForm<Values>({
    defaultValues: { amount: '', reason: '', scan: '' },
    submit: async ({ amount, reason }) => {
      if (!isWire(amount))
        throw new Refused(
          ['amount'],
          amount ? ({ t }) => t('field.format', { ns: 'errors' }) : undefined,
        )
      if (!file) throw new Refused(['scan'])
      const scan = await read(file)
      const confirmed = far?.amount === amount
      try {
        await withProof(() =>
          enterPaperBid(found.id, key.current, {
            supplier_id: of.supplier_id,
            amount,
            reason,
            confirmed,
            paper_name: file.name,
            scan,
          }),
        )
      } catch (error) {
        if (faultCode(error) !== 'auction.jump') throw error
        return setFar({ amount, text: problemText(error, i18n) })
      }
      await onDone()
      toast('ok', t('paper.done', { name: of.name, amount: money(amount) }))
      onClose()
    },
  })
  const paperError = form.field('scan').error
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {far ? (
        <Banner tone="warn">
          {far.text} {t('paper.far')}
        </Banner>
      ) : null}
      <Bound form={form} name="amount">
        {(control) => (
          <MoneyField required label={t('bid.amount')} currency={found.currency} {...control} />
        )}
      </Bound>
      <div className="grid gap-1">
        <FileDrop
          required
          label={t('paper.file')}
          files={file ? [{ id: 'paper', name: file.name, size: file.size }] : []}
          types={TYPES}
          maxBytes={MAX_BYTES}
          multiple={false}
          onPick={([picked]) => {
            form.clearErrors('scan')
            setFile(picked)
          }}
          onRemove={() => setFile(undefined)}
        />
        {paperError ? (
          <p role="alert" className="text-xs text-bad">
            {paperError}
          </p>
        ) : null}
      </div>
      <TextareaField
        required
        rows={3}
        label={t('common:form.reason')}
        hint={t('paper.reasonHint')}
        {...form.field('reason')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t(far ? 'bid.far' : 'paper.action')}
        </Button>
      </div>
      {proofDialog}
    </form>
  )
}

/** Where a host enters what a supplier bids on paper. */
export default function PaperBid({
  found,
  of,
  onClose,
  onDone,
}: {
  found: Auction
  of: Participant
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const { t } = useTranslation('auctions')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('paper.title', { name: of.name })}
      description={t('paper.body')}
    >
      <PaperForm found={found} of={of} onClose={onClose} onDone={onDone} />
    </Dialog>
  )
}
