import { useTranslation } from '@zabuni/i18n'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { type FieldValues, type Path, type PathValue, useController } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { cx } from './cx.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { LinkButton } from './link-button.tsx'
import type { ProblemForm } from './problem-form.tsx'
import { toast } from './toast.tsx'
import { UnsavedGuard } from './unsaved.tsx'

type Control<V extends FieldValues, N extends Path<V>> = {
  name: N
  value: PathValue<V, N>
  onChange: (value: PathValue<V, N>) => void
  onBlur: () => void
  error: string | undefined
}

/** Ties a control that has no native input to its field: while one types, it alone is drawn again. */
export const Bound = <V extends FieldValues, N extends Path<V>>({
  form,
  name,
  children,
}: {
  form: ProblemForm<V>
  name: N
  children: (control: Control<V, N>) => ReactNode
}) => {
  const { field, fieldState } = useController({ control: form.control, name })
  return children({
    name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    error: fieldState.error?.message,
  })
}

/** Says what was put back, asks before what is typed is lost, and leaves without asking once it is saved. */
export const useKept = <V extends FieldValues>({ kept, formState }: ProblemForm<V>) => {
  const navigate = useNavigate()
  const { t } = useTranslation(['common', 'console'])
  const [way, setWay] = useState<{ to: string | null }>()
  // The guard must have seen that nothing is unsaved before the way out is taken.
  useEffect(() => {
    if (way) void (way.to ? navigate(way.to, { replace: true }) : navigate(-1))
  }, [way, navigate])
  const guard = (
    <>
      <UnsavedGuard when={formState.isDirty && !way} />
      {kept.restored ? (
        <Banner tone="info">
          <span className="flex flex-wrap items-center justify-between gap-2">
            {t('console:form.draftRestored')}
            <Button size="sm" onClick={kept.startOver}>
              {t('console:form.startOver')}
            </Button>
          </span>
        </Banner>
      ) : null}
    </>
  )
  return {
    guard,
    /** Forgets what was kept, says that it is saved, and goes on; back, where there is no screen to go on to. */
    leave: (to: string | null, message: string = t('toast.saved')) => {
      kept.forget()
      toast('ok', message)
      setWay({ to })
    },
  }
}

/** A part of a form on its own sheet, with a title and one sentence on what it is for where it needs them. */
export const FormPart = ({
  title,
  body,
  children,
}: {
  title?: string
  body?: string
  children: ReactNode
}) => (
  <section className="grid gap-5 rounded-lg border border-line bg-surface p-4 shadow-xs sm:p-5">
    {title ? (
      <header className="grid gap-0.5">
        <h2 className="text-base font-semibold">{title}</h2>
        {body ? <p className="text-sm text-ink-2">{body}</p> : null}
      </header>
    ) : null}
    {children}
  </section>
)

type ActionsProps<V extends FieldValues> = {
  form: ProblemForm<V>
  /** The way out: the address of a page, or what closes a dialog. */
  back?: string | (() => void) | null | undefined
  /** The act in a word, where it is not "Save". */
  action?: string | undefined
}

/** The way out and the act of a form. */
export const FormActions = <V extends FieldValues>({ form, back, action }: ActionsProps<V>) => {
  const { t } = useTranslation()
  // The act of a long page stays in sight; a dialog is short enough.
  const sticks = typeof back === 'string'
  return (
    <div
      className={cx(
        'flex justify-end gap-2',
        sticks &&
          'sticky bottom-0 z-10 bg-canvas py-3 before:pointer-events-none before:absolute before:inset-x-0 before:-top-4 before:h-4 before:bg-linear-to-t before:from-canvas before:to-transparent',
      )}
    >
      {typeof back === 'string' ? (
        <LinkButton to={back}>{t('actions.cancel')}</LinkButton>
      ) : back ? (
        <Button onClick={back}>{t('actions.cancel')}</Button>
      ) : null}
      <Button type="submit" look="primary" busy={form.busy}>
        {action ?? t('actions.save')}
      </Button>
    </div>
  )
}

type FrameProps<V extends FieldValues> = ActionsProps<V> & {
  /** Of `useKept`, where a form is a page. */
  guard?: ReactNode
  children: ReactNode
}

/** A form of a page or a dialog: faults above, the fields or parts, the way out and the act below. */
export const FormFrame = <V extends FieldValues>({
  guard,
  children,
  ...actions
}: FrameProps<V>) => (
  <form noValidate onSubmit={actions.form.onSubmit} className="grid gap-4">
    {guard}
    <ErrorSummary form={actions.form} />
    {children}
    <FormActions {...actions} />
  </form>
)

/** A form whose fields stand on one sheet. */
export const FormCard = <V extends FieldValues>({
  children,
  ...frame
}: ComponentProps<typeof FormFrame<V>>) => (
  <FormFrame {...frame}>
    <FormPart>{children}</FormPart>
  </FormFrame>
)
