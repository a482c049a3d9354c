import { useTranslation } from '@zabuni/i18n'
import type { FormEvent, ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

/** A form in a dialog: what keeps it from being sent stands above its fields, its ways out below. */
export const DialogForm = ({
  form,
  act,
  onClose,
  children,
}: {
  form: {
    failure: string | undefined
    busy: boolean
    onSubmit: (e: FormEvent) => void
  }
  /** What its button does. */
  act: string
  onClose: () => void
  children: ReactNode
}) => {
  const { t } = useTranslation()
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        e.stopPropagation() // the dialog stands in a portal: what is around it must not hear of it
        form.onSubmit(e)
      }}
      className="grid gap-4"
    >
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {act}
        </Button>
      </div>
    </form>
  )
}
