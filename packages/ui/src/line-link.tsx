import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.tsx'

const look = 'min-w-0 font-medium break-words'

/** The name of a line that leads where all of the line leads; text alone where there is no such screen. */
export const LineLink = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to ? (
    <Link to={to} className={cx(look, 'after:absolute after:inset-0 hover:text-brand')}>
      {children}
    </Link>
  ) : (
    <span className={look}>{children}</span>
  )
