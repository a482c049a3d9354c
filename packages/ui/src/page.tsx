import { useTranslation } from '@zabuni/i18n'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.tsx'

/** One step of the way to a screen; left out where the step has none of its own. */
export type Crumb = { label: string; to: string | null }

/** The frame of every screen: where it is, one title, and at most one primary action. */
export const Page = ({
  title,
  crumbs = [],
  status,
  subtitle,
  actions,
  width = 'wide',
  children,
}: {
  title: string
  crumbs?: readonly Crumb[]
  status?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  width?: 'wide' | 'form'
  children: ReactNode
}) => {
  const { t } = useTranslation()
  const ways = crumbs.flatMap(({ to, label }) => (to ? [{ to, label }] : []))
  useEffect(() => {
    const before = document.title
    document.title = `${title} · Zabuni`
    return () => {
      document.title = before
    }
  }, [title])
  return (
    <div
      className={cx(
        'mx-auto w-full px-4 pt-5 pb-16 sm:px-6',
        width === 'form' ? 'max-w-[688px]' : 'max-w-[1280px]',
      )}
    >
      <header className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <div className="grid min-w-0 gap-0.5 wrap-anywhere">
          {ways.length ? (
            <nav aria-label={t('shell.breadcrumb')} className="flex flex-wrap text-sm text-ink-3">
              {ways.map(({ to, label }, i) => (
                <span key={to}>
                  {i > 0 ? (
                    <span aria-hidden="true" className="px-1.5">
                      /
                    </span>
                  ) : null}
                  <Link to={to} className="rounded-sm hover:text-ink hover:underline">
                    {label}
                  </Link>
                </span>
              ))}
            </nav>
          ) : null}
          <div className="flex flex-wrap items-center gap-2.5">
            <h1 tabIndex={-1} className="text-xl font-semibold text-balance">
              {title}
            </h1>
            {status}
          </div>
          {subtitle ? <p className="max-w-prose text-ink-2">{subtitle}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}
