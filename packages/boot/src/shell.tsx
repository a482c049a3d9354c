import { type Place, placeUnder } from '@zabuni/activities/table'
import { useWords } from '@zabuni/activities/ui/words'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { can, hasModule } from '@zabuni/routing/guard'
import type { Row } from '@zabuni/routing/row'
import { IconButton } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { LanguagePicker } from '@zabuni/ui/language-picker'
import { PageSkeleton } from '@zabuni/ui/skeleton'
import { MenuIcon, SearchIcon, XIcon } from 'lucide-react'
import { lazy, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  NavLink,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
} from 'react-router'
import { AccountMenu } from './account-menu.tsx'
import { besides, type NavGroup, type NavItem, type Navigation } from './navigation.ts'
import { NotificationsBell } from './notifications-bell.tsx'

const Found = lazy(() => import('./found.tsx'))

const SupportBanner = lazy(() => import('@zabuni/account/support-banner'))

const useArrival = () => {
  const { pathname, hash } = useLocation()
  const navigation = useNavigation()
  const shown = useRef(pathname)
  // Focus goes to the title of the new screen with it, not away from a field that somebody is in by then; a change of
  // query alone moves nothing.
  useLayoutEffect(() => {
    if (navigation.state !== 'idle' || shown.current === pathname) return
    shown.current = pathname
    // A link to a place inside a screen: the screen puts the focus there itself.
    if (hash) return
    const target =
      document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content')
    target?.focus({ preventScroll: true })
  }, [pathname, hash, navigation.state])
}

/** What a line of the navigation is called. */
const useName = () => {
  const { t } = useTranslation()
  const words = useWords()
  return useCallback(
    ({ key }: NavItem) =>
      typeof key === 'string' ? t(`nav.${key}`) : words(key.activity, key.word),
    [t, words],
  )
}

const isWithin = ({ within }: NavItem, pathname: string, place: Place | undefined): boolean =>
  typeof within === 'function' ? place?.of !== undefined && within(place) : !!within?.test(pathname)

/** The frame of every signed-in screen. */
export const shellFor = ({
  rows,
  navigation: lines,
  tint,
}: {
  rows: readonly Row[]
  navigation: Navigation
  tint: string
}) =>
  function Shell() {
    const { t } = useTranslation()
    const nameOf = useName()
    const navigation = useNavigation()
    const { pathname, search } = useLocation()
    const handle = useMatches().at(-1)?.handle as Place | undefined
    const place = useMemo(() => placeUnder(handle, new URLSearchParams(search)), [handle, search])
    const [open, setOpen] = useState(false)
    const [palette, setPalette] = useState(false)
    const who = session()
    useArrival()
    const [usual, visible] = useMemo(() => {
      const shown = (groups: readonly NavGroup[]) =>
        groups
          .map((group) =>
            group.filter((item) => can(who, item.privilege) && hasModule(who, item.module)),
          )
          .filter((group) => group.length)
      return [shown(lines.usual), shown(besides(lines, place?.of))]
    }, [who, place?.of])
    // With the frame itself: who sees it may press at once, and later the key would be the browser's own.
    useLayoutEffect(() => {
      const onKey = (e: KeyboardEvent) => {
        if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'k') {
          e.preventDefault()
          setPalette(true)
        }
        if (e.key === 'Escape') setOpen(false)
      }
      addEventListener('keydown', onKey)
      return () => removeEventListener('keydown', onKey)
    }, [])
    const commands = useMemo(
      () => [
        ...[...new Map([...usual, ...visible].flat().map((item) => [item.to, item])).values()].map(
          (item) => ({ to: item.to, label: nameOf(item), group: t('nav.groups.screens') }),
        ),
        { to: '/profile', label: t('shell.profile'), group: t('nav.groups.me') },
        { to: '/change-password', label: t('shell.changePassword'), group: t('nav.groups.me') },
      ],
      [usual, visible, nameOf, t],
    )
    return (
      <div className="grid min-h-dvh lg:grid-cols-[232px_1fr]">
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-pop"
        >
          {t('skipToContent')}
        </a>
        {open ? (
          <button
            type="button"
            aria-label={t('shell.closeMenu')}
            onClick={() => setOpen(false)}
            className="fixed inset-0 z-30 bg-black/40 lg:hidden"
          />
        ) : null}
        <aside
          className={cx(
            'fixed inset-y-0 left-0 z-40 flex w-[264px] flex-col gap-4 border-r border-line bg-canvas px-3 py-2 max-lg:shadow-pop lg:sticky lg:top-0 lg:h-dvh lg:w-auto',
            !open && 'max-lg:hidden',
          )}
        >
          <div className="flex h-9 items-center gap-2.5 px-2">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-md text-xs font-semibold text-white ring-1 ring-white/15"
              style={{ background: tint }}
            >
              {who?.company_name.trim().charAt(0) || 'Z'}
            </span>
            <span className="truncate font-semibold" title={who?.company_name}>
              {who?.company_name || t('appName')}
            </span>
            <IconButton
              label={t('shell.closeMenu')}
              icon={<XIcon aria-hidden="true" size={16} />}
              className="ml-auto lg:hidden"
              onClick={() => setOpen(false)}
            />
          </div>
          <nav aria-label={t('nav.label')} className="grid gap-4 overflow-y-auto">
            {visible.map((group) => (
              <ul key={group[0]?.to} className="grid gap-px">
                {group
                  .filter((item) => !item.paletteOnly)
                  .map((item) => {
                    const { to, icon: Icon } = item
                    const inside = isWithin(item, pathname, place)
                    // Two activities share a path: the line of the other one is not where one is.
                    const apart = !inside && place?.of && typeof item.key !== 'string'
                    return (
                      <li key={to}>
                        <NavLink
                          to={to}
                          // /supplier/dashboard is not where one is at /supplier/dashboard/cart, which has a line of its own
                          aria-current={apart ? 'false' : 'page'}
                          end={visible.flat().some((other) => other.to.startsWith(`${to}/`))}
                          onClick={() => setOpen(false)}
                          className={({ isActive }) =>
                            cx(
                              'flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1 text-sm font-medium max-lg:min-h-11',
                              (isActive && !apart) || inside
                                ? 'bg-line/70 text-ink'
                                : 'text-ink-2 hover:bg-sunken hover:text-ink',
                            )
                          }
                        >
                          <Icon
                            aria-hidden="true"
                            size={16}
                            strokeWidth={1.75}
                            className="shrink-0"
                          />
                          <span className="truncate">{nameOf(item)}</span>
                        </NavLink>
                      </li>
                    )
                  })}
              </ul>
            ))}
          </nav>
        </aside>
        <div className="flex min-w-0 flex-col">
          <div className="sticky top-0 z-20">
            {who?.support ? (
              <Suspense fallback={null}>
                <SupportBanner view={who.support} />
              </Suspense>
            ) : null}
            <header className="relative flex h-12 items-center gap-1.5 border-b border-line bg-surface px-3 sm:px-6">
              <IconButton
                label={t('shell.menu')}
                aria-expanded={open}
                icon={<MenuIcon aria-hidden="true" size={18} />}
                onClick={() => setOpen(!open)}
                className="lg:hidden"
              />
              <button
                type="button"
                onClick={() => setPalette(true)}
                className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-canvas px-2.5 text-sm text-ink-3 hover:border-line-strong sm:max-w-xs"
              >
                <SearchIcon aria-hidden="true" size={14} className="shrink-0" />
                <span className="truncate">{t('actions.search')}</span>
                <kbd className="ml-auto rounded-sm border border-line bg-surface px-1 font-sans text-2xs whitespace-nowrap max-sm:hidden">
                  Ctrl K
                </kbd>
              </button>
              <div className="ml-auto flex items-center gap-1">
                <LanguagePicker />
                <NotificationsBell />
                <AccountMenu />
              </div>
              <div
                aria-hidden="true"
                className={cx(
                  'absolute inset-x-0 -bottom-px h-0.5 origin-left bg-brand transition-transform duration-500',
                  navigation.state === 'idle' ? 'scale-x-0' : 'scale-x-75',
                )}
              />
            </header>
          </div>
          {/* While the next screen arrives the old one stands under its address: whose it is. */}
          <main
            id="content"
            data-path={pathname}
            data-search={search}
            tabIndex={-1}
            className="min-w-0 flex-1"
          >
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
        {palette ? (
          <Suspense fallback={null}>
            <Found commands={commands} rows={rows} onClose={() => setPalette(false)} />
          </Suspense>
        ) : null}
        <ScrollRestoration />
      </div>
    )
  }
