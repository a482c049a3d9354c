import { useTranslation } from '@zabuni/i18n'
import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useBeforeUnload, useBlocker } from 'react-router'
import { AskDialog } from './ask.tsx'
import { isLeaving } from './interrupted.tsx'

/** Asks before a form with unsaved changes is left. */
export const UnsavedGuard = ({ when }: { when: boolean }) => {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((e) => {
    if (when && !isLeaving()) e.preventDefault()
  })
  return (
    <AskDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      send={() => blocker.proceed?.()}
      title={t('form.unsavedTitle')}
      description={t('form.unsavedBody')}
      action={t('actions.discard')}
      danger
    />
  )
}

/** Keeps what is typed in this tab, so that a reload loses nothing. `secret` fields are never kept. */
export const useKeptForm = <V extends FieldValues>(
  key: string,
  form: UseFormReturn<V>,
  secret: readonly string[] = [],
): { forget: () => void; restored: boolean; startOver: () => void } => {
  const name = `zabuni.form.${key}`
  const [restored, setRestored] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a form; its methods never change
  useEffect(() => {
    try {
      const raw = sessionStorage.getItem(name)
      if (raw) {
        const now = form.getValues()
        const then = { ...now, ...JSON.parse(raw) }
        form.reset(then, { keepDefaultValues: true })
        setRestored(JSON.stringify(then) !== JSON.stringify(now))
      }
    } catch {
      // Nothing usable was kept.
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        try {
          const kept = Object.entries(values).filter(([field]) => !secret.includes(field))
          sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(kept)))
        } catch {
          // Storage refused: the form still works.
        }
      },
    })
    return stop
  }, [name])
  const forget = () => {
    try {
      sessionStorage.removeItem(name)
    } catch {
      // Nothing was kept.
    }
  }
  return {
    forget,
    restored,
    startOver: () => {
      form.reset()
      forget()
      setRestored(false)
    },
  }
}
