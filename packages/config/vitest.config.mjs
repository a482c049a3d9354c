import react from '@vitejs/plugin-react'

// All unit tests of the web side in one run: starting one for every workspace takes longer than the tests.
export default {
  root: '../..',
  plugins: [react()],
  define: { __ZABUNI_DEMO__: 'false' },
  test: {
    environment: 'happy-dom',
    globals: false,
    restoreMocks: true,
    setupFiles: ['packages/config/vitest.setup.mjs'],
    testTimeout: 60_000,
    include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}'],
  },
}
