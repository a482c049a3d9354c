import { loadSession } from '@zabuni/api/session'
import { readToken } from '@zabuni/api/token'
import { type App, configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { loadChunk } from '@zabuni/routing/chunk'
import { loginHref, VERIFICATION, verificationHref } from '@zabuni/routing/guard'
import { match } from '@zabuni/routing/path'
import type { PublicRow } from '@zabuni/routing/row'
import { Failed } from '@zabuni/routing/ui/failed'
import { NavProvider, ParamsProvider } from '@zabuni/routing/ui/nav'
import { startTheme } from '@zabuni/ui/theme'
import { flash, Toaster, takeFlash, toast } from '@zabuni/ui/toast'
import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
  useSyncExternalStore,
} from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { registerWorker } from './worker.ts'

/** What the console chunk of an app exports. */
type ConsoleModule = { start: (root: Root) => void }
type Boot = {
  app: App
  publicRows: readonly PublicRow[]
  loadConsole: () => Promise<ConsoleModule>
}

const here = () => location.pathname + location.search
const moved = new Set<() => void>()
const subscribe = (f: () => void) => {
  moved.add(f)
  addEventListener('popstate', f)
  return () => {
    moved.delete(f)
    removeEventListener('popstate', f)
  }
}

const find = (rows: readonly PublicRow[], pathname: string) => {
  for (const row of rows) {
    const params = match(row.path, pathname)
    if (params) return { row, params }
  }
  return null
}

const failed = (error: unknown) => (
  <main>
    <Failed error={error} />
  </main>
)
type Broken = { error?: unknown }
/** Without a router there is nobody else to say that a screen did not come. */
class Boundary extends Component<{ children: ReactNode }, Broken> {
  override state: Broken = {}
  static getDerivedStateFromError = (error: unknown): Broken => ({ error })
  override render() {
    return 'error' in this.state ? failed(this.state.error) : this.props.children
  }
}

// Stage one: everything a signed-out visitor can reach. No router, no query cache.
const publicApp = (rows: readonly PublicRow[]) => {
  const screens = new Map<PublicRow, ComponentType>(
    rows.map((row) => [row, row.eager ?? lazy(() => loadChunk(row.screen))]),
  )
  const go = (href: string, options?: { replace?: boolean }) => {
    const url = new URL(href, location.href)
    if (url.origin !== location.origin || !find(rows, url.pathname)) return location.assign(href)
    history[options?.replace ? 'replaceState' : 'pushState'](null, '', url)
    scrollTo(0, 0)
    for (const f of moved) f()
  }
  return function PublicApp() {
    const path = useSyncExternalStore(subscribe, () => location.pathname)
    const found = find(rows, path) ?? { row: rows[0]!, params: {} }
    const Screen = screens.get(found.row)!
    return (
      <NavProvider value={go}>
        <ParamsProvider value={found.params}>
          <Boundary key={path}>
            <Suspense fallback={null}>
              <Screen />
              <FocusHeading path={path} />
            </Suspense>
          </Boundary>
          <Toaster />
        </ParamsProvider>
      </NavProvider>
    )
  }
}

let first = true
/** A new screen is announced by moving focus to its title; the first one leaves focus to its form. */
const FocusHeading = ({ path }: { path: string }) => {
  useEffect(() => {
    void path
    if (first) {
      first = false
      return
    }
    document.querySelector<HTMLElement>('h1')?.focus()
  }, [path])
  return null
}

const showFlash = () => {
  const flashed = takeFlash()
  if (flashed) toast(flashed[0], i18n.t(flashed[1] as 'appName'))
}

/** Starts an app: public screens at once, or the session and the console side by side. */
export const boot = async ({ app, publicRows, loadConsole }: Boot): Promise<void> => {
  startTheme()
  const root = createRoot(document.getElementById('root')!)
  const isPublic = () => !!find(publicRows, location.pathname)
  // The 401 rule: one toast, one redirect, the intended path kept, all memory of the session gone with the document.
  let leaving = false
  const hadToken = !!readToken()
  let signedIn = false
  configureApi(app, {
    onSessionEnded: () => {
      const halfSignedIn = location.pathname === VERIFICATION
      if (leaving || (isPublic() && !halfSignedIn)) return
      leaving = true
      // Forms keep what was typed; see ui/kept.
      dispatchEvent(new Event('zabuni:leaving'))
      // A first visit has no session that could have timed out.
      if (signedIn || hadToken) flash('bad', 'errors.sessionTimedOut')
      const intended = new URLSearchParams(location.search).get('returnUrl')
      location.replace(loginHref(halfSignedIn ? (intended ?? '/') : here()))
    },
  })
  const text = startI18n()
  if (isPublic()) {
    await text
    const PublicApp = publicApp(publicRows)
    root.render(
      <StrictMode>
        <PublicApp />
      </StrictMode>,
    )
    showFlash()
    // The console arrives while the visitor types the password, unless data saving is on.
    const saveData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData
    if (!saveData)
      addEventListener('focusin', () => void loadConsole().catch(() => {}), { once: true })
  } else {
    const chunk = loadChunk(loadConsole)
    chunk.catch(() => {})
    try {
      const who = await loadSession()
      if (!who) {
        if (!leaving) location.replace(loginHref(here()))
        return
      }
      if (who.login_status === 4) return location.replace(verificationHref(here()))
      signedIn = true
      // The words of the navigation come with the console: its frame is drawn whole.
      const words = text.then(() => i18n.loadNamespaces('activities'))
      const [module] = await Promise.all([chunk, words])
      module.start(root)
      showFlash()
    } catch (error) {
      // An empty page would tell a person on a bad line nothing.
      await text
      root.render(failed(error))
    }
  }
  registerWorker()
}
