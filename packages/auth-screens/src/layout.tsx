import { useTranslation } from '@zabuni/i18n'
import { Helpdesk } from '@zabuni/routing/ui/helpdesk'
import { Anchor } from '@zabuni/routing/ui/nav'
import { cx } from '@zabuni/ui/cx'
import { LanguagePicker } from '@zabuni/ui/language-picker'
import { Mark } from '@zabuni/ui/mark'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const Pledge = lazy(() => import('./pledge.tsx'))

/** The link look of these screens. */
export const linkClass =
  'rounded-sm font-medium text-brand underline-offset-2 hover:underline inline-block py-0.5'

/** The ways to what people agree to, beside what they are about: what is typed there stays. */
export const LegalLinks = () => {
  const { t } = useTranslation('auth')
  return (
    <>
      <a href="/terms" target="_blank" rel="noreferrer" className={linkClass}>
        {t('layout.terms')}
      </a>
      <a href="/privacy" target="_blank" rel="noreferrer" className={linkClass}>
        {t('layout.privacy')}
      </a>
    </>
  )
}

/** The frame of every screen before sign-in. */
export const AuthLayout = ({
  title,
  subtitle,
  children,
  footer,
  wide = false,
}: {
  title: string
  subtitle?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  wide?: boolean
}) => {
  const { t } = useTranslation('auth')
  // A phone does not fetch what it does not show.
  const [desk] = useState(() => matchMedia('(min-width: 64rem)').matches)
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(400px,38%)]">
      <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
        <header className="flex items-center justify-between px-5 py-4 sm:px-8">
          <a
            href="/"
            className="flex items-center gap-2.5 rounded-md text-lg font-semibold tracking-tight"
          >
            <Mark />
            Zabuni
          </a>
          <LanguagePicker />
        </header>
        <main
          id="content"
          className={cx(
            'mx-auto grid w-full content-start gap-7 px-5 pt-8 pb-16',
            wide ? 'max-w-[640px] sm:pt-10' : 'max-w-[440px] sm:pt-[8vh]',
          )}
        >
          <div className="grid gap-1.5">
            <h1 tabIndex={-1} className="text-2xl font-semibold text-balance">
              {title}
            </h1>
            {subtitle ? <p className="text-ink-2">{subtitle}</p> : null}
          </div>
          {children}
          {footer ? <div className="text-sm text-ink-2">{footer}</div> : null}
        </main>
        <footer className="grid gap-1 px-5 py-5 text-center text-xs text-ink-3 sm:px-8">
          <p className="font-medium text-ink-2 lg:hidden">{t('layout.promise')}</p>
          <Helpdesk />
          <p className="flex flex-wrap justify-center gap-x-4">
            <a href="/tenders" className={linkClass}>
              {t('layout.tenders')}
            </a>
            <LegalLinks />
          </p>
        </footer>
      </div>
      {/* The brand's own dark green, in both themes. */}
      <aside className="sticky top-0 hidden h-dvh content-center bg-[#0b3b32] px-12 text-white lg:grid">
        <Suspense fallback={null}>{desk ? <Pledge /> : null}</Suspense>
      </aside>
    </div>
  )
}

/** A sheet around a form before sign-in. */
export const AuthCard = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 shadow-xs sm:p-7">
    {children}
  </div>
)

/** The way back. */
export const ToLogin = () => {
  const { t } = useTranslation('auth')
  return (
    <Anchor href="/login" className={linkClass}>
      {t('layout.toLogin')}
    </Anchor>
  )
}
