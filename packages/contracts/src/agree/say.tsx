import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { TextareaField } from '@zabuni/ui/inputs'
import { once } from '@zabuni/ui/once'
import { useProblemForm } from '@zabuni/ui/problem-form'

type Said = { id: string; body: string; by: string; at: string; side?: string }

const Form = ({
  keep,
  label,
  action,
  send,
}: {
  keep: string
  label: string
  action: string
  send: (body: string, key: string) => Promise<void>
}) => {
  const form = useProblemForm({
    keep,
    defaultValues: { body: '' },
    submit: async ({ body }) => {
      await once(keep, body, send)
      form.kept.forget()
      form.reset({ body: '' })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="mt-4 grid gap-3 border-t border-line pt-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <TextareaField required rows={3} maxLength={2000} label={label} {...form.field('body')} />
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/** What people said of a contract, in order, and a field to say more. */
export const Sayings = ({
  title,
  note,
  items,
  form,
}: {
  title: string
  note: string
  items: readonly Said[]
  form?: {
    keep: string
    label: string
    action: string
    send: (body: string, key: string) => Promise<void>
  } | null
}) => {
  const { t } = useTranslation('contracts')
  return (
    <Card title={title}>
      <p className="text-sm text-ink-2">{note}</p>
      {items.length ? (
        <ol className="mt-3 grid gap-3">
          {items.map((s) => (
            <li key={s.id} className="grid min-w-0 gap-0.5 text-sm">
              <span className="wrap-anywhere whitespace-pre-wrap">{s.body}</span>
              <span className="text-xs text-ink-3">
                {t('library.writtenBy', { name: s.by, at: formatMoment(s.at, ownZone()) })}
                {s.side ? ` · ${s.side}` : null}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      {form ? <Form {...form} /> : null}
    </Card>
  )
}
