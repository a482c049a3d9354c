import { type ConsoleStart, startConsole } from '@zabuni/boot/console'
import { navigation } from './navigation.ts'
import { rows } from './routes.ts'

/** Stage two: router, query cache and shell of the buyer app. */
export const start: ConsoleStart = (root) =>
  startConsole(root, { app: 'buyer', rows, navigation, tint: '#3b4fb8' })
