import { useTranslation } from '@zabuni/i18n'
import { formatDecimal } from '@zabuni/i18n/format'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.tsx'
import { controlClass, Field, type FieldProps } from './field.tsx'
import { useLimit } from './use-limit.tsx'

type AreaProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'textarea'>, 'id'>

// What is left is counted once little is left.
const NEARLY = 0.9

/** A labelled text of several lines, counted before it is too long. */
export const TextareaField = ({
  label,
  error,
  hint,
  required,
  aside,
  rows = 4,
  maxLength,
  onInput,
  className,
  ...area
}: AreaProps) => {
  const { i18n } = useTranslation()
  const { length, fault, count } = useLimit(area.value, maxLength)
  return (
    <Field
      label={label}
      error={error ?? fault}
      hint={hint}
      required={required}
      aside={
        aside ??
        (maxLength && length > maxLength * NEARLY ? (
          <span className={cx('tabular text-xs', fault ? 'text-bad' : 'text-ink-3')}>
            {formatDecimal(String(length), i18n.language, 0)} /{' '}
            {formatDecimal(String(maxLength), i18n.language, 0)}
          </span>
        ) : undefined)
      }
    >
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          onInput={(e) => {
            count(e)
            onInput?.(e)
          }}
          className={cx(controlClass, 'py-2', className)}
        />
      )}
    </Field>
  )
}

type BoxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** One yes or no; the whole line is the target. */
export const Checkbox = ({ label, hint, className, ...input }: BoxProps) => (
  <label
    className={cx(
      'flex min-h-6 items-start gap-2.5 text-sm max-sm:min-h-11 max-sm:items-center',
      className,
    )}
  >
    <input {...input} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-brand" />
    <span>
      {label}
      {hint ? <span className="block text-xs text-ink-3">{hint}</span> : null}
    </span>
  </label>
)

/** A setting that holds at once. */
export const Switch = ({ label, hint, className, ...input }: BoxProps) => (
  <label className={cx('flex min-h-6 items-center justify-between gap-4 text-sm', className)}>
    <span>
      {label}
      {hint ? <span className="block text-xs text-ink-3">{hint}</span> : null}
    </span>
    <input
      {...input}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
      role="switch"
      className="relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-sunken transition-colors duration-150 before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-control before:transition-transform before:duration-150 checked:border-brand checked:bg-brand checked:before:translate-x-4 checked:before:bg-ink-inverse"
    />
  </label>
)

type RadioProps<V extends string> = {
  label: ReactNode
  name: string
  value: V | undefined
  onChange: (value: V) => void
  options: readonly { value: V; label: ReactNode; hint?: ReactNode }[]
  error?: string | undefined
  hint?: ReactNode
}

/** One choice of a few, all visible. */
export const RadioGroup = <V extends string>({
  label,
  name,
  value,
  onChange,
  options,
  error,
  hint,
}: RadioProps<V>) => (
  <fieldset
    className="grid gap-2"
    aria-invalid={error ? true : undefined}
    aria-describedby={error ? `${name}-error` : undefined}
  >
    <legend className="mb-1.5 text-sm font-medium">{label}</legend>
    {options.map((option) => (
      <label
        key={option.value}
        className="flex min-h-6 items-start gap-2.5 text-sm max-sm:min-h-11"
      >
        <input
          type="radio"
          name={name}
          value={option.value}
          checked={value === option.value}
          onChange={() => onChange(option.value)}
          className="mt-0.5 size-4 shrink-0 accent-brand"
        />
        <span>
          {option.label}
          {option.hint ? <span className="block text-xs text-ink-3">{option.hint}</span> : null}
        </span>
      </label>
    ))}
    {hint ? <p className="text-xs text-ink-3">{hint}</p> : null}
    {error ? (
      <p id={`${name}-error`} className="text-xs text-bad">
        {error}
      </p>
    ) : null}
  </fieldset>
)
