import type { ComponentType } from 'react'
import {
  createBrowserRouter,
  type MiddlewareFunction,
  type RouteObject,
  redirect,
} from 'react-router'
import { loadChunk } from './chunk.ts'
import {
  decide,
  type Guard,
  loginHref,
  permissionHref,
  verificationHref,
  type Who,
} from './guard.ts'
import type { LazyScreen, Row } from './row.ts'

export type { PublicRow, Row } from './row.ts'

const guarded =
  (guard: Guard, who: () => Who): MiddlewareFunction =>
  ({ request }) => {
    const decision = decide(who(), guard)
    if (decision === 'allow') return
    const { pathname, search } = new URL(request.url)
    const intended = pathname + search
    throw redirect(
      decision === 'login'
        ? loginHref(intended)
        : decision === 'code'
          ? verificationHref(intended)
          : permissionHref(guard, intended),
    )
  }

/** The router's routes of a table. */
const toRoutes = (rows: readonly Row[], who: () => Who): RouteObject[] =>
  rows.map((row) => ({
    path: row.path,
    middleware: [guarded(row.guard, who)],
    // A loader makes the router run the middleware even where a screen has no data of its own.
    loader: () => null,
    lazy: { Component: async () => (await loadChunk(row.screen)).default },
    handle: row.handle,
  }))

type Options = {
  who: () => Who
  shell: ComponentType
  failure: ComponentType
  notFound: LazyScreen
  routes?: RouteObject[]
}

/** One shell, one boundary inside it, every row below: a broken screen never takes the navigation away. */
export const consoleRoutes = (
  rows: readonly Row[],
  { who, shell, failure, notFound, routes = [] }: Options,
): RouteObject[] => [
  {
    Component: shell,
    ErrorBoundary: failure,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: failure,
        children: [
          ...routes,
          ...toRoutes(rows, who),
          { path: '*', lazy: { Component: async () => (await notFound()).default } },
        ],
      },
    ],
  },
]

/** The browser router of a console. */
export const createConsoleRouter = (rows: readonly Row[], options: Options) =>
  createBrowserRouter(consoleRoutes(rows, options), { future: { v8_middleware: true } })
