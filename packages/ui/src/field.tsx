import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.tsx'
import { useLimit } from './use-limit.tsx'

/** The look of every text control. */
export const controlClass =
  'w-full rounded-md border border-control bg-surface px-3 text-ink shadow-xs placeholder:text-ink-3 hover:border-control focus:border-brand focus:outline-2 focus:-outline-offset-1 focus:outline-brand aria-invalid:border-bad aria-invalid:focus:outline-bad disabled:bg-sunken disabled:text-ink-3'

/** What every labelled control takes. */
export type FieldProps = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  /** The hint is said and not shown, where fields stand in a row. */
  quiet?: boolean
  required?: boolean | undefined
  aside?: ReactNode
  children: (control: {
    id: string
    'aria-invalid'?: true
    'aria-describedby'?: string
    'aria-required'?: true
  }) => ReactNode
}

/** Label above, hint and error below, tied together for a screen reader. */
export const Field = ({ label, error, hint, quiet, required, aside, children }: FieldProps) => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {required ? (
            <span aria-hidden className="text-bad">
              {' '}
              *
            </span>
          ) : null}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
        ...(required ? { 'aria-required': true } : {}),
      })}
      {hint ? (
        <p id={`${id}-hint`} className={quiet ? 'sr-only' : 'text-xs text-ink-3'}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-xs text-bad">
          {error}
        </p>
      ) : null}
    </div>
  )
}

type InputFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'id' | 'children'> & { end?: ReactNode; big?: boolean }
/** A labelled text input. */
export const InputField = ({
  label,
  error,
  hint,
  required,
  aside,
  end,
  big,
  className,
  maxLength,
  onInput,
  ...input
}: InputFieldProps) => {
  const { fault, count } = useLimit(input.value, maxLength)
  return (
    <Field
      label={label}
      error={error ?? fault}
      hint={hint}
      {...(required ? { required } : {})}
      aside={aside}
    >
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            onInput={(e) => {
              count(e)
              onInput?.(e)
            }}
            className={cx(
              controlClass,
              big ? 'h-11 text-lg' : 'h-9 max-sm:h-11',
              !!end && 'pr-11',
              className,
            )}
          />
          {end ? <div className="absolute inset-y-0 right-1 flex items-center">{end}</div> : null}
        </div>
      )}
    </Field>
  )
}
