import { useTranslation } from '@zabuni/i18n'
import { useEffect, useRef } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import type { ProblemForm } from './problem-form.tsx'

/** The faults of a form in one flat list. */
const flatten = (errors: FieldErrors, prefix = ''): { name: string; text: string }[] =>
  Object.entries(errors).flatMap(([key, value]) => {
    if (!value || typeof value !== 'object') return []
    const name = prefix ? `${prefix}.${key}` : key
    const text = (value as { message?: unknown }).message
    if (typeof text === 'string' && text) return [{ name, text }]
    return flatten(value as FieldErrors, name)
  })

/** Counts what is to be corrected, takes focus, and leads to each field. */
export const ErrorSummary = <V extends FieldValues>({ form }: { form: ProblemForm<V> }) => {
  const { t } = useTranslation(['common', 'errors'])
  const box = useRef<HTMLDivElement>(null)
  const faults = flatten(form.formState.errors)
  const { submitCount } = form.formState
  const failed = faults.length > 0 || !!form.failure
  // Only a submit takes focus; a fault that appears while typing must not.
  useEffect(() => {
    if (submitCount && failed) box.current?.focus()
  }, [submitCount, failed])
  if (!failed || !submitCount) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="grid gap-1.5 rounded-md bg-bad-soft px-3 py-2.5 text-sm text-bad outline-offset-2"
    >
      {form.failure ? <p className="font-medium">{form.failure}</p> : null}
      {faults.length ? (
        <>
          <p className="font-medium">
            {submitCount > 1
              ? t('errors:form.errors_retry', { keySeparator: false })
              : t('errors.summary')}{' '}
            · {t('errors.count', { count: faults.length })}
          </p>
          <ul className="grid list-disc gap-0.5 pl-5">
            {faults.map((fault) => (
              <li key={fault.name}>
                <button
                  type="button"
                  className="text-left underline underline-offset-2"
                  onClick={() => document.getElementsByName(fault.name)[0]?.focus()}
                >
                  {fault.text}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}
