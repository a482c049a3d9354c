import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { can, type Privilege } from '@zabuni/routing/guard'
import { Button } from '@zabuni/ui/button'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { LinkButton } from '@zabuni/ui/link-button'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { UnsavedGuard, useKeptForm } from '@zabuni/ui/unsaved'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { useNavigate } from 'react-router'

/** Whether the signed-in person holds a privilege; the server asks again. */
export const mayI = (privilege: Privilege): boolean => can(session(), privilege)

/** Whose side of the counter this browser is on. */
export const onOperatorDesk = (): boolean => session()?.user_type === 'qed'

/** Ties a control that has no native input to its field. */
export const bind = <V extends FieldValues, N extends Path<V>>(form: ProblemForm<V>, name: N) => ({
  name,
  value: form.watch(name) as PathValue<V, N>,
  onChange: (value: PathValue<V, N>) => {
    form.setValue(name, value, { shouldDirty: true })
    form.clearErrors(name)
  },
  error: form.field(name).error,
})

/** Keeps what is typed, asks before it is lost, and leaves without asking once it is saved. */
export const useKept = <V extends FieldValues>(key: string, form: ProblemForm<V>) => {
  const navigate = useNavigate()
  const { t } = useTranslation()
  const kept = useKeptForm(key, form)
  const [to, setTo] = useState<string>()
  // The guard must have seen that nothing is unsaved before the way out is taken.
  useEffect(() => {
    if (to) void navigate(to, { replace: true })
  }, [to, navigate])
  return {
    guard: <UnsavedGuard when={form.formState.isDirty && !to} />,
    leave: (href: string) => {
      kept.forget()
      toast('ok', t('toast.saved'))
      setTo(href)
    },
  }
}

/** A form of one page: faults above, fields in a card, the way out and the act below. */
export const FormCard = <V extends FieldValues>({
  form,
  back,
  guard,
  children,
}: {
  form: ProblemForm<V>
  back: string
  guard: ReactNode
  children: ReactNode
}) => {
  const { t } = useTranslation()
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {guard}
      <ErrorSummary form={form} />
      <section className="grid gap-5 rounded-lg border border-line bg-surface p-4 shadow-xs sm:p-5">
        {children}
      </section>
      <div className="flex justify-end gap-2">
        <LinkButton to={back}>{t('actions.cancel')}</LinkButton>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('actions.save')}
        </Button>
      </div>
    </form>
  )
}

/** Runs an act that has no form: says that it is saved, or why not. */
export const useAct = () => {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState<string>()
  const act = async (name: string, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(name)
    try {
      await work()
      toast('ok', t('toast.saved'))
      return true
    } catch (error) {
      toast('bad', problemText(error, i18n))
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return { act, busy }
}
