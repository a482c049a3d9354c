import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { UnsavedGuard, useKeptForm } from '@zabuni/ui/unsaved'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'

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

/** The last error of a whole list, which no input shows. */
export const listError = <V extends FieldValues>(form: ProblemForm<V>, name: Path<V>) => {
  const fault = form.getFieldState(name, form.formState).error as
    | { message?: string; root?: { message?: string } }
    | undefined
  return fault?.message ?? fault?.root?.message
}

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
  const guard = (
    <>
      <UnsavedGuard when={form.formState.isDirty && !to} />
      {kept.restored ? (
        <Banner tone="info">
          <span className="flex flex-wrap items-center justify-between gap-2">
            {t('form.draftRestored')}
            <Button size="sm" onClick={kept.startOver}>
              {t('form.startOver')}
            </Button>
          </span>
        </Banner>
      ) : null}
    </>
  )
  return {
    guard,
    /** Forgets what was kept and goes on. */
    leave: (href: string, message: string) => {
      kept.forget()
      toast('ok', message)
      setTo(href)
    },
    forget: kept.forget,
  }
}

/** A link that leads to a field (#closes_at) puts the cursor there. */
export const useFieldOfHash = (ready: boolean) => {
  const { hash } = useLocation()
  useEffect(() => {
    if (!ready || !hash) return
    const target = document.getElementsByName(decodeURIComponent(hash.slice(1)))[0]
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  }, [ready, hash])
}

/** A titled part of a form, with one sentence on what it is for. */
export const FormPart = ({
  title,
  body,
  children,
}: {
  title: string
  body?: string
  children: ReactNode
}) => (
  <section className="grid gap-5 rounded-lg border border-line bg-surface p-4 shadow-xs sm:p-5">
    <header className="grid gap-0.5">
      <h2 className="text-base font-semibold">{title}</h2>
      {body ? <p className="text-sm text-ink-2">{body}</p> : null}
    </header>
    {children}
  </section>
)
