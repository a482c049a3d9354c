import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass, type Look, type Size } from './button.tsx'

type Props = ComponentProps<typeof Link> & { look?: Look; size?: Size; icon?: ReactNode }

/** A link that looks like a button: it goes somewhere, a button does something. */
export const LinkButton = ({ look, size, icon, className, children, ...rest }: Props) => (
  <Link {...rest} className={buttonClass(look, size, className)}>
    {icon}
    {children}
  </Link>
)
