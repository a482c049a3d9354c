import { ApiError } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { type FormEvent, useRef, useState } from 'react'

type Values = { text: (name: string) => string; has: (name: string) => boolean }
type Errors = Record<string, string>

const lastOf = (pointer: string) => pointer.split('/').at(-1) ?? ''

/**
 * The small form of the first load: no form library, because two fields do not earn its bytes there.
 * Field faults of the server land at the field whose name ends the pointer; anything else is the banner.
 */
export const useAuthForm = ({
  check,
  submit,
}: {
  check: (values: Values) => Errors
  submit: (values: Values) => Promise<void>
}) => {
  const { i18n } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ text: string; code: string | undefined }>()
  const [errors, setErrors] = useState<Errors>({})

  const fail = (next: Errors) => {
    setErrors(next)
    const name = Object.keys(next)[0]
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
    )
  }

  const onSubmit = async (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault()
    if (busy) return
    const fields = new FormData(e.currentTarget)
    const values: Values = {
      text: (name) => String(fields.get(name) ?? ''),
      has: (name) => fields.has(name),
    }
    const missing = check(values)
    setFailure(undefined)
    setErrors({})
    if (Object.keys(missing).length) return fail(missing)
    setBusy(true)
    try {
      await submit(values)
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined
      const known = (problem?.errors ?? []).filter((f) =>
        form.current?.querySelector(`[name="${lastOf(f.pointer)}"]`),
      )
      if (known.length)
        fail(Object.fromEntries(known.map((f) => [lastOf(f.pointer), faultText(f, i18n)])))
      if (!known.length) setFailure({ text: problemText(error, i18n), code: problem?.code })
    } finally {
      setBusy(false)
    }
  }
  return { form, busy, failure, errors, onSubmit }
}
