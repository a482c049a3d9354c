import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.tsx'

type Props = { to: string | null; children: ReactNode }

/** A name that leads somewhere; its text alone where there is no such screen. */
export const TextLink = ({
  to,
  look,
  link = 'hover:text-brand',
  children,
}: Props & {
  /** What it looks like either way. */
  look?: string
  /** What only a link looks like. */
  link?: string
}) =>
  to ? (
    <Link to={to} className={cx(look, link)}>
      {children}
    </Link>
  ) : (
    <span className={look}>{children}</span>
  )

/** The same for the name of a line, all of which leads there. */
export const LineLink = (props: Props) => (
  <TextLink
    {...props}
    look="min-w-0 font-medium break-words"
    link="after:absolute after:inset-0 hover:text-brand"
  />
)
