import { useTranslation } from '@zabuni/i18n'
import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { forget, keep, keptOf, LEAVING, sayable } from './kept.tsx'
import { toast } from './toast.tsx'

/** What a form knows of what was typed into it before. */
export type Keeper = {
  /** Whether something was put back. */
  restored: boolean
  forget: () => void
  startOver: () => void
}

/**
 * Keeps what is typed into a form for the person who typed it: under a key as one types, so that a reload loses
 * nothing; without one only when the session ends, until the same person is back at the form.
 */
export const useKeeper = <V extends FieldValues>(
  form: UseFormReturn<V>,
  key: string | undefined,
): Keeper => {
  const { t } = useTranslation()
  const [restored, setRestored] = useState(false)
  const [here] = useState(() => `${location.pathname}:${Object.keys(form.getValues()).sort()}`)
  const name = key ?? here
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a name; a form's methods never change
  useEffect(() => {
    const typed = keptOf(name)
    const empty = sayable(form.formState.defaultValues ?? {}, 'unasked')
    if (typed) {
      const before = form.getValues()
      const then = { ...before, ...typed }
      form.reset(then, { keepDefaultValues: true })
      if (key) setRestored(JSON.stringify(then) !== JSON.stringify(before))
      else {
        forget(name)
        toast('info', t('form.typedKept'))
      }
    }
    if (key)
      return form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keep(name, sayable(values, 'always')),
      })
    const onLeaving = () => {
      const values = sayable(form.getValues(), 'unasked')
      if (values !== empty) keep(name, values)
    }
    addEventListener(LEAVING, onLeaving)
    return () => removeEventListener(LEAVING, onLeaving)
  }, [name])
  return {
    restored,
    forget: () => forget(name),
    startOver: () => {
      form.reset()
      forget(name)
      setRestored(false)
    },
  }
}
