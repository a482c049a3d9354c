import { type ConsoleStart, startConsole } from '@zabuni/boot/console'
import { navigation } from './navigation.ts'
import { rows } from './routes.ts'

/** Stage two: router, query cache and shell of the operator app. */
export const start: ConsoleStart = (root) =>
  startConsole(root, { app: 'operator', rows, navigation, tint: '#14191a' })
