import { useTranslation } from '@zabuni/i18n'
import { type ReactNode, useState } from 'react'
import { useAct } from './act.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { InputField } from './field.tsx'
import { TextareaField } from './inputs.tsx'
import { useProblemForm } from './problem-form.tsx'

type Question = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description: ReactNode
  action: string
  danger?: boolean
  /** What a person types before the act opens, for what cannot be undone. */
  typed?: string | undefined
}

/** What stands between a question and its act. */
const useTyped = (typed: string | undefined) => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  return {
    ready: !typed || text.trim() === typed,
    field: typed ? (
      <InputField
        label={t('form.typeToConfirm', { text: typed })}
        value={text}
        onChange={(e) => setText(e.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
    ) : null,
  }
}

const Ways = ({
  onClose,
  action,
  danger,
  ready,
  busy,
}: Pick<Question, 'onClose' | 'action' | 'danger'> & { ready: boolean; busy: boolean }) => {
  const { t } = useTranslation()
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button type="submit" look={danger ? 'danger' : 'primary'} disabled={!ready} busy={busy}>
        {action}
      </Button>
    </div>
  )
}

type AskProps = Question & {
  /** The act; it closes the question itself, one that fails stays open and says why. */
  send: () => unknown
}

const AskForm = ({ typed, send, ...question }: AskProps) => {
  const { ready, field } = useTyped(typed)
  const { run, busy, banner } = useAct()
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        e.stopPropagation() // see Asked
        if (!busy) void run(async () => send())
      }}
      className="grid gap-4"
    >
      {banner}
      {field}
      <Ways {...question} ready={ready} busy={busy} />
    </form>
  )
}

// The dialog stands in a portal, but React hands its events to what is around it: a form must not hear of them.
const Asked = ({ question, children }: { question: Question; children: ReactNode }) => (
  <Dialog
    open={question.open}
    onClose={question.onClose}
    title={question.title}
    description={question.description}
  >
    {children}
  </Dialog>
)

/** Asks before an act that others will see or that cannot be undone. */
export const AskDialog = (props: AskProps) => (
  <Asked question={props}>
    <AskForm {...props} />
  </Asked>
)

type ReasonProps = Question & {
  reasonHint: string
  send: (reason: string) => Promise<void>
}

const ReasonForm = ({ typed, reasonHint, send, ...question }: ReasonProps) => {
  const { t } = useTranslation()
  const { ready, field } = useTyped(typed)
  const form = useProblemForm({
    defaultValues: { reason: '' },
    submit: ({ reason }) => send(reason),
  })
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        e.stopPropagation() // see Asked
        void form.onSubmit(e)
      }}
      className="grid gap-4"
    >
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <TextareaField
        required
        rows={3}
        label={t('form.reason')}
        hint={reasonHint}
        {...form.field('reason')}
      />
      {field}
      <Ways {...question} ready={ready} busy={form.busy} />
    </form>
  )
}

/** The same with the reason that others will read. */
export const ReasonDialog = (props: ReasonProps) => (
  <Asked question={props}>
    <ReasonForm {...props} />
  </Asked>
)
