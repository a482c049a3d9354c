import { useTranslation } from '@zabuni/i18n'
import { faultText } from '@zabuni/i18n/problem'
import { type FormEvent, useState } from 'react'

// As the server counts them: a sign of two halves is one.
const signs = (text: string): number => [...text].length

/**
 * Of a text that may have so many signs, how many it has, and what is said once it has more. Nothing is cut: who pastes
 * loses nothing unseen, and the server refuses it by the name of its field.
 */
export const useLimit = (value: unknown, max: number | undefined) => {
  // Nobody waits for the sentences of faults before a form stands; they come while it is filled in.
  const { i18n } = useTranslation('errors', { useSuspense: false })
  const [typed, setTyped] = useState(0)
  const length = typeof value === 'string' ? signs(value) : typed
  return {
    length,
    fault:
      max && length > max
        ? faultText({ code: 'field.too_long', params: { max } }, i18n)
        : undefined,
    count: (e: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped(signs(e.currentTarget.value)),
  }
}
