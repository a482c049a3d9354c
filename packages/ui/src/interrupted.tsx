import { useTranslation } from '@zabuni/i18n'
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { toast } from './toast.tsx'

/** Sent to the window when the session has ended and the document is about to go. */
const LEAVING = 'zabuni:leaving'
const OWNER = 'zabuni.typed.owner'
const PREFIX = 'zabuni.typed:'
let leaving = false
if (typeof addEventListener === 'function')
  addEventListener(LEAVING, () => {
    leaving = true
  })

/** Whether the document goes because the session has ended: then nobody is asked whether to stay. */
export const isLeaving = (): boolean => leaving

const SECRET = /password|code|proof|secret/i

const sayable = (values: FieldValues) =>
  JSON.stringify(values, (name, value) =>
    SECRET.test(name) || value instanceof Blob ? undefined : value,
  )

/**
 * What was typed into a form when the session ended waits in this tab until the
 * same person is back at it; passwords and codes are never kept.
 */
export const useInterrupted = <V extends FieldValues>(form: UseFormReturn<V>): void => {
  const { t } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a form; its methods never change
  useEffect(() => {
    const empty = form.formState.defaultValues ?? {}
    const name = `${PREFIX}${location.pathname}:${Object.keys(form.getValues()).sort()}`
    try {
      const raw = sessionStorage.getItem(name)
      if (raw) {
        sessionStorage.removeItem(name)
        form.reset({ ...form.getValues(), ...JSON.parse(raw) }, { keepDefaultValues: true })
        toast('info', t('form.typedKept'))
      }
    } catch {
      // Nothing usable was kept.
    }
    const keep = () => {
      const typed = sayable(form.getValues())
      if (typed === sayable(empty)) return
      try {
        sessionStorage.setItem(name, typed)
      } catch {
        // Storage refused: nothing more can be done on this device.
      }
    }
    addEventListener(LEAVING, keep)
    return () => removeEventListener(LEAVING, keep)
  }, [])
}

/** Called once somebody is signed in: what another person had typed in this tab is thrown away. */
export const forgetTypedOfOthers = (user: string): void => {
  try {
    if (sessionStorage.getItem(OWNER) !== user)
      for (const name of Object.keys(sessionStorage))
        if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
    sessionStorage.setItem(OWNER, user)
  } catch {
    // Nothing can be kept where storage is refused.
  }
}
