import { Banner } from '@zabuni/ui/banner'
import { Dialog } from '@zabuni/ui/dialog'
import { FormActions } from '@zabuni/ui/form'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'

/** A short form in a dialog of its own. */
export const Asked = <V extends FieldValues>({
  form,
  title,
  body,
  action,
  onClose,
  children,
}: {
  form: ProblemForm<V>
  title: string
  body: string
  /** The act in a word, where it is not "Save". */
  action?: string
  onClose: () => void
  children: ReactNode
}) => (
  <Dialog open onClose={onClose} title={title} description={body}>
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {children}
      <FormActions form={form} back={onClose} action={action} />
    </form>
  </Dialog>
)
