import { type ConsoleStart, startConsole } from '@zabuni/boot/console'
import { navigation } from './navigation.ts'
import { rows } from './routes.ts'

/** Stage two: router, query cache and shell of the supplier app. */
export const start: ConsoleStart = (root) =>
  startConsole(root, { app: 'supplier', rows, navigation: { usual: navigation }, tint: '#0b6b58' })
