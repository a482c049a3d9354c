import { billRows, publicRows as shared, tenderRows } from '@zabuni/auth-screens/routes'
import type { PublicRow } from '@zabuni/routing/router'

/** Screens a visitor reaches without signing in; apart from routes.ts because the first load carries them. */
export const publicRows: readonly PublicRow[] = [...shared, ...billRows, ...tenderRows]
