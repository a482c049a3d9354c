import type { ComponentType } from 'react'
import type { Guard } from './guard.ts'

/** What a lazy screen file exports. */
type ScreenModule = { default: ComponentType }
/** Loads a screen when it is first wanted. */
export type LazyScreen = () => Promise<ScreenModule>

/** One screen of an app. */
export type Row = {
  readonly path: string
  readonly guard: Guard
  readonly screen: LazyScreen
  /** The operation without which the screen is of no use. */
  readonly operation?: string
  readonly handle?: unknown
}

/** A screen before sign-in; `eager` is drawn without waiting for a second file. */
export type PublicRow = Row & { readonly eager?: ComponentType }
