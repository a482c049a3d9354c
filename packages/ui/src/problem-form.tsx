import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { type Keeper, useKeeper } from './use-keeper.tsx'

type Fault = { pointer: string; code: string; params?: Record<string, unknown> }

type I18n = ReturnType<typeof useTranslation>['i18n']
/** A sentence, in the language that is read when it is said. */
type Words = (i18n: I18n) => string

/**
 * What a screen itself refuses of its fields: thrown by `submit`, and said like what the server refuses, also once another
 * language is read. Without words of its own something is missing.
 */
export class Refused extends Error {
  readonly names: readonly string[]
  readonly words: Words | undefined
  constructor(names: readonly string[], words?: Words) {
    super('refused')
    this.names = names
    this.words = words
  }
}

type Said<V extends FieldValues> = { name: Path<V>; type: string; words: () => string }
type Options<V extends FieldValues> = {
  resolver?: Resolver<V>
  defaultValues: DefaultValues<V>
  /** Names what is typed, so that it is kept over a reload; what the page is about belongs into it. */
  keep?: string
  /** Sends the values; whatever it throws is shown at its field or above the form. */
  submit: (values: V) => Promise<void>
  /** Where the server's names differ from the form's. */
  nameOf?: (pointer: string) => string
}

/** What a screen needs of a form. */
export type ProblemForm<V extends FieldValues> = UseFormReturn<V> & {
  onSubmit: (e: FormEvent) => void
  busy: boolean
  failure: string | undefined
  kept: Keeper
  /** Holds the sending back until this is there; false, and it is not sent at all. */
  wait: (coming: Promise<boolean>) => void
  field: (name: Path<V>) => ReturnType<UseFormReturn<V>['register']> & { error: string | undefined }
}

/** '/company/phone' is the form's company.phone; '/items/0/price' is items.0.price. */
const fieldOfPointer = (pointer: string): string =>
  pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .join('.')

const at = (tree: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], tree)

/** react-hook-form that understands our problem documents. */
export const useProblemForm = <V extends FieldValues>({
  resolver,
  defaultValues,
  keep,
  submit,
  nameOf = fieldOfPointer,
}: Options<V>): ProblemForm<V> => {
  const { i18n } = useTranslation()
  const form = useForm<V>({
    ...(resolver ? { resolver } : {}),
    defaultValues,
    shouldFocusError: false,
  })
  const kept = useKeeper(form, keep)
  const [failed, setFailed] = useState<{ error: unknown }>()
  const refused = useRef<Said<V>[]>([])
  const { setError, handleSubmit, formState, trigger } = form

  const say = ({ name, type, words }: Said<V>) => setError(name, { type, message: words() })
  const saidOf = (error: unknown): Said<V>[] => {
    if (error instanceof Refused) {
      const words = error.words ?? ((to: I18n) => faultText({ code: 'field.required' }, to))
      const said = () => words(i18n)
      return error.names.map((name) => ({ name: name as Path<V>, type: 'refused', words: said }))
    }
    const faults = (error as { problem?: { errors?: Fault[] } })?.problem?.errors ?? []
    return faults.map((fault) => ({
      name: nameOf(fault.pointer) as Path<V>,
      type: fault.code,
      words: () => faultText(fault, i18n),
    }))
  }
  const send = async (values: V) => {
    setFailed(undefined)
    refused.current = []
    try {
      await submit(values)
    } catch (error) {
      refused.current = saidOf(error)
      refused.current.forEach(say)
      if (!refused.current.length) setFailed({ error })
    }
  }
  const said = useRef(i18n.language)
  useEffect(() => {
    if (said.current === i18n.language) return
    said.current = i18n.language
    // Whoever changes the language reads why in that one; what is mended meanwhile stays mended.
    const { errors } = formState
    const stands = refused.current.filter(
      ({ name, type }) => (at(errors, name) as { type?: string } | undefined)?.type === type,
    )
    const own = Object.keys(errors).filter(
      (key) => !stands.some(({ name }) => name === key || name.startsWith(`${key}.`)),
    )
    stands.forEach(say)
    if (resolver && own.length) void trigger(own as Path<V>[])
  })
  const [coming, setComing] = useState(0)
  const [asked, setAsked] = useState<HTMLFormElement | null>(null)
  const wait = useCallback((one: Promise<boolean>) => {
    setComing((n) => n + 1)
    void one.then((came) => {
      setComing((n) => n - 1)
      if (!came) setAsked(null)
    })
  }, [])
  useEffect(() => {
    if (!asked || coming) return
    setAsked(null)
    asked.requestSubmit()
  }, [asked, coming])
  const sending = formState.isSubmitting
  const onSubmit = useCallback(
    (e: FormEvent) => {
      if (sending) return e.preventDefault()
      if (coming) {
        e.preventDefault()
        return setAsked(e.currentTarget as HTMLFormElement)
      }
      void handleSubmit(send)(e)
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is rebuilt on each render on purpose
    [sending, coming, handleSubmit, send],
  )
  return {
    ...form,
    formState,
    busy: sending || !!asked,
    failure: failed ? problemText(failed.error, i18n) : undefined,
    kept,
    wait,
    onSubmit,
    field: (name) => {
      const fault = at(formState.errors, name) as { message?: string } | undefined
      return { ...form.register(name), error: fault?.message }
    },
  }
}

/** The last error of a whole list, which no input shows. */
export const listError = <V extends FieldValues>(form: ProblemForm<V>, name: Path<V>) => {
  const fault = form.getFieldState(name, form.formState).error as
    | { message?: string; root?: { message?: string } }
    | undefined
  return fault?.message ?? fault?.root?.message
}
