import { QueryClientProvider } from '@tanstack/react-query'
import { mapOf } from '@zabuni/activities/address'
import { StreetsProvider } from '@zabuni/activities/ui/here'
import { createQueryClient } from '@zabuni/api/query'
import { session } from '@zabuni/api/session'
import type { App } from '@zabuni/api/transport'
import { i18n } from '@zabuni/i18n'
import { homeFor } from '@zabuni/routing/guard'
import { prefetch } from '@zabuni/routing/prefetch'
import { createConsoleRouter, type Row } from '@zabuni/routing/router'
import Failure from '@zabuni/routing/ui/failure'
import { NavProvider } from '@zabuni/routing/ui/nav'
import { keepFor } from '@zabuni/ui/kept'
import { Toaster } from '@zabuni/ui/toast'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { RouterProvider, redirect } from 'react-router'
import type { Navigation } from './navigation.ts'
import { shellFor } from './shell.tsx'

/** The function an app's console chunk exports. */
export type ConsoleStart = (root: Root) => void
type Options = { app: App; rows: readonly Row[]; navigation: Navigation; tint: string }

/** Stage two: router, query cache and shell, once somebody is signed in. */
export const startConsole = (root: Root, { app, rows, navigation, tint }: Options): void => {
  // The words of tables and fields: the first screen asks for them as soon as it stands.
  void i18n.loadNamespaces('console')
  keepFor(session()?.user_id ?? '')
  const home = () => homeFor(session()?.user_type ?? 'supplier')
  const router = createConsoleRouter(rows, {
    who: session,
    shell: shellFor({ rows, navigation, tint }),
    failure: Failure,
    notFound: () => import('@zabuni/account/not-found'),
    routes: [
      {
        index: true,
        loader: () => {
          const to = home()
          // Another family's home lives in another app: a document navigation lets the front door choose it.
          if (rows.some((row) => row.path === to)) return redirect(to)
          location.replace(to)
          return null
        },
        Component: () => null,
      },
    ],
  })
  document.documentElement.dataset.app = app
  const queryClient = createQueryClient()
  prefetch(
    rows,
    navigation.usual.flat().flatMap((item) => (item.paletteOnly ? [] : [item.to])),
  )
  const streets = { desk: app, map: mapOf(rows) }
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <NavProvider value={(href, o) => void router.navigate(href, o ?? {})}>
          <StreetsProvider value={streets}>
            <RouterProvider router={router} />
          </StreetsProvider>
          <Toaster />
        </NavProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
