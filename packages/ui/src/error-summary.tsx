import { useTranslation } from '@zabuni/i18n'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
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

const controlOf = (box: Element | null, name: string) =>
  (box?.closest('form') ?? document).querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)

/** What a person reads at a control: its label, of several choices their title; without the mark of what is needed. */
const labelOf = (control: HTMLElement | null): string => {
  const choices = control?.matches('[type=radio]') && control.closest('fieldset')
  const label = choices
    ? choices.querySelector('legend')
    : (control as HTMLInputElement | null)?.labels?.[0]
  const bare = label?.cloneNode(true) as HTMLElement | undefined
  for (const mark of bare?.querySelectorAll('[aria-hidden]') ?? []) mark.remove()
  return bare?.textContent.replace(/\s+/g, ' ').trim() ?? ''
}

/** Counts what is to be corrected, takes focus, and leads to each field. */
export const ErrorSummary = <V extends FieldValues>({ form }: { form: ProblemForm<V> }) => {
  const { t, i18n } = useTranslation(['common', 'errors', 'console'])
  const box = useRef<HTMLDivElement>(null)
  const faults = flatten(form.formState.errors)
  const { submitCount } = form.formState
  const failed = faults.length > 0 || !!form.failure
  // Only a submit takes focus; a fault that appears while typing must not.
  useEffect(() => {
    if (submitCount && failed) box.current?.focus()
  }, [submitCount, failed])
  const [labels, setLabels] = useState<readonly string[]>([])
  const names = faults.map(({ name }) => name).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: its own form is known once it is drawn; labels have a language
  useLayoutEffect(() => {
    setLabels(names ? names.split(' ').map((name) => labelOf(controlOf(box.current, name))) : [])
  }, [names, submitCount, i18n.language])
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
            {faults.map((fault, n) => (
              <li key={fault.name}>
                <button
                  type="button"
                  className="text-left underline underline-offset-2"
                  onClick={() => controlOf(box.current, fault.name)?.focus()}
                >
                  {labels[n]
                    ? t('console:form.ofField', { label: labels[n], text: fault.text })
                    : fault.text}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}
