import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.tsx'

const looks = {
  primary: 'bg-brand text-ink-inverse hover:bg-brand-hover active:bg-brand-press shadow-xs',
  secondary: 'bg-surface text-ink border border-line-strong hover:bg-sunken shadow-xs',
  ghost: 'text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'bg-bad text-ink-inverse hover:bg-bad-hover shadow-xs',
} as const
const sizes = {
  sm: 'h-8 px-2.5 text-sm max-sm:h-9',
  md: 'h-9 px-3 text-base max-sm:h-11',
  lg: 'h-11 px-4 text-lg',
} as const
/** How loud a button is; a screen has one primary. */
export type Look = keyof typeof looks
/** How large a button is: 32, 36 and 44 pixels high. */
export type Size = keyof typeof sizes

/** The classes of a button, for links that look like one. */
export const buttonClass = (look: Look = 'secondary', size: Size = 'md', extra?: string): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors duration-100 ease-out disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-60',
    looks[look],
    sizes[size],
    extra,
  )

type ButtonProps = ComponentProps<'button'> & {
  look?: Look
  size?: Size
  busy?: boolean
  icon?: ReactNode
}

/** Stays focusable while busy (aria-disabled, not disabled), so that a screen reader hears the change. */
export const Button = ({
  look = 'secondary',
  size = 'md',
  busy = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? (e) => e.preventDefault() : onClick}
    className={buttonClass(look, size, cx(busy && 'cursor-progress', className))}
  >
    {icon}
    {children}
  </button>
)

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
}

/** A button of one icon; its label is read aloud and shown as the browser's tooltip. */
export const IconButton = ({
  label,
  icon,
  size = 'md',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    title={label}
    {...rest}
    type={type}
    aria-label={label}
    className={cx(
      'grid shrink-0 place-items-center rounded-md text-ink-2 transition-colors duration-100 hover:bg-sunken hover:text-ink disabled:opacity-50',
      size === 'sm' ? 'size-8' : 'size-9',
      className,
    )}
  >
    {icon}
  </button>
)
