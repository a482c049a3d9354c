import { type ConsoleStart, startConsole } from '@zabuni/boot/console'
import { navigation } from './navigation.ts'
import { rows } from './routes.ts'

/** Stage two: router, query cache and shell of the contracts app. */
export const start: ConsoleStart = (root) =>
  startConsole(root, { app: 'contracts', rows, navigation: { usual: navigation }, tint: '#7a3b83' })
