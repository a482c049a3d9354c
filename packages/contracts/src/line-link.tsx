import type { Address } from '@zabuni/activities/address'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The name of a row that leads on wherever it is touched; a name alone where it leads nowhere. */
export const LineLink = ({ to, children }: { to: Address | null; children: ReactNode }) =>
  to ? (
    <Link
      to={to}
      className="font-medium wrap-anywhere after:absolute after:inset-0 hover:text-brand"
    >
      {children}
    </Link>
  ) : (
    <span className="font-medium wrap-anywhere">{children}</span>
  )
