import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'

const files = (end) => [`{packages,apps}/*/src/**/*.test.${end}`]

// All unit tests of the web side in one run: starting one for every workspace takes longer than the tests.
export default {
  root: '../..',
  plugins: [react()],
  define: { __ZABUNI_DEMO__: 'false' },
  test: {
    globals: false,
    restoreMocks: true,
    testTimeout: 60_000,
    // Left to itself it keeps one processor for somebody who watches; on two that is half of them.
    maxWorkers: availableParallelism(),
    // What draws nothing needs no document; a test of logic that does asks for one in its first line.
    projects: [
      {
        extends: true,
        test: { name: 'logic', environment: 'node', include: files('{ts,mjs}') },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'happy-dom',
          setupFiles: [join(import.meta.dirname, 'vitest.setup.mjs')],
          include: files('tsx'),
        },
      },
    ],
  },
}
