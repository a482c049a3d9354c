import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass, type Look, type Size } from './button.tsx'

type Props = Omit<ComponentProps<typeof Link>, 'to'> & {
  to: string | null
  look?: Look
  size?: Size
  icon?: ReactNode
}

/** A link that looks like a button: it goes somewhere, a button does something; to nowhere it is not drawn. */
export const LinkButton = ({ to, look, size, icon, className, children, ...rest }: Props) =>
  to ? (
    <Link {...rest} to={to} className={buttonClass(look, size, className)}>
      {icon}
      {children}
    </Link>
  ) : null
