import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { type ReactNode, useId, useState } from 'react'
import { fromWall, toWall } from './zone.ts'

type ReasonProps = {
  open: boolean
  onClose: () => void
  title: string
  description: string
  action: string
  reasonHint: string
  danger?: boolean
  /** What a person types before the action opens, for what cannot be undone. */
  typed?: string
  send: (reason: string) => Promise<void>
}

const ReasonForm = ({ onClose, action, reasonHint, danger, typed, send }: ReasonProps) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const [text, setText] = useState('')
  const form = useProblemForm({
    defaultValues: { reason: '' },
    submit: ({ reason }) => send(reason),
  })
  const ready = !typed || text.trim() === typed
  return (
    <form
      noValidate
      onSubmit={(e) => (ready ? form.onSubmit(e) : e.preventDefault())}
      className="grid gap-4"
    >
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <TextareaField
        required
        rows={3}
        label={t('reason.label')}
        hint={reasonHint}
        {...form.field('reason')}
      />
      {typed ? (
        <InputField
          label={t('common:form.typeToConfirm', { text: typed })}
          value={text}
          onChange={(e) => setText(e.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.back')}</Button>
        <Button
          type="submit"
          look={danger ? 'danger' : 'primary'}
          disabled={!ready}
          busy={form.busy}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}

/** Asks for the reason that others will read, and for a typed word where there is no way back. */
export const ReasonDialog = (props: ReasonProps) => (
  <Dialog
    open={props.open}
    onClose={props.onClose}
    title={props.title}
    description={props.description}
  >
    <ReasonForm {...props} />
  </Dialog>
)

type ExtendProps = {
  open: boolean
  onClose: () => void
  closesAt: string
  zone: string
  send: (closesAt: string, reason: string) => Promise<void>
}

const ExtendForm = ({ onClose, closesAt, zone, send }: ExtendProps) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const form = useProblemForm({
    defaultValues: { closes_at: toWall(closesAt, zone), reason: '' },
    submit: (v) => send(fromWall(v.closes_at, zone), v.reason),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <Bound form={form} name="closes_at">
        {(control) => (
          <DateTimeField required label={t('extend.closesAt', { zone })} {...control} />
        )}
      </Bound>
      <TextareaField
        required
        rows={3}
        label={t('reason.label')}
        hint={t('extend.reasonHint')}
        {...form.field('reason')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.back')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('extend.action')}
        </Button>
      </div>
    </form>
  )
}

/** Moves a closing to a later time, for everybody. */
export const ExtendDialog = (props: ExtendProps) => {
  const { t } = useTranslation('sourcing')
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('extend.title')}
      description={t('extend.body')}
    >
      <ExtendForm {...props} />
    </Dialog>
  )
}

/** Asks before an act that others will see, and keeps the question open when it fails. */
export const AskDialog = ({
  open,
  onClose,
  title,
  description,
  action,
  danger = false,
  send,
}: {
  open: boolean
  onClose: () => void
  title: string
  description: ReactNode
  action: string
  danger?: boolean
  send: () => Promise<void>
}) => {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await send()
    } catch (error) {
      setFailure(problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button
            look={danger ? 'danger' : 'primary'}
            busy={busy}
            aria-describedby={failure ? id : undefined}
            onClick={() => void run()}
          >
            {action}
          </Button>
        </>
      }
    >
      {failure ? (
        <div id={id}>
          <Banner tone="bad">{failure}</Banner>
        </div>
      ) : null}
    </Dialog>
  )
}
