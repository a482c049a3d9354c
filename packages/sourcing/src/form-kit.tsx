import type { ProblemForm } from '@zabuni/ui/problem-form'
import { useEffect } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { useLocation } from 'react-router'

/** The last error of a whole list, which no input shows. */
export const listError = <V extends FieldValues>(form: ProblemForm<V>, name: Path<V>) => {
  const fault = form.getFieldState(name, form.formState).error as
    | { message?: string; root?: { message?: string } }
    | undefined
  return fault?.message ?? fault?.root?.message
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
