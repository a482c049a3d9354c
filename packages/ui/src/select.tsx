import { Children, type ComponentProps, isValidElement, type ReactNode } from 'react'
import { cx } from './cx.tsx'
import { controlClass, Field, type FieldProps } from './field.tsx'

type Props = Omit<FieldProps, 'children'> & Omit<ComponentProps<'select'>, 'id'>

/** The values of the options among these, groups and fragments included. */
const valuesOf = (options: ReactNode): string =>
  Children.toArray(options)
    .map((o) => {
      if (!isValidElement<{ value?: string; children?: ReactNode }>(o)) return ''
      return o.props.value ?? valuesOf(o.props.children)
    })
    .join('\n')

/** A labelled native list: the device's own picker is the best one for short lists. */
export const SelectField = ({
  label,
  error,
  hint,
  required,
  aside,
  className,
  children,
  ...select
}: Props) => (
  <Field label={label} error={error} hint={hint} required={required} aside={aside}>
    {(control) => (
      // A form gives its value to a list when that comes: one with other choices comes anew.
      <div key={valuesOf(children)} className="relative">
        <select
          {...select}
          {...control}
          className={cx(controlClass, 'h-9 appearance-none pr-9 max-sm:h-11', className)}
        >
          {children}
        </select>
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <path d="m4 6 4 4 4-4" />
        </svg>
      </div>
    )}
  </Field>
)
