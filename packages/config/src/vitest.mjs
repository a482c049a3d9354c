import react from '@vitejs/plugin-react'

/** Unit tests run in happy-dom; a package adds only what differs. */
export const unit = (extra = {}) => ({
  plugins: [react()],
  define: { __ZABUNI_DEMO__: 'false' },
  test: {
    environment: 'happy-dom',
    globals: false,
    restoreMocks: true,
    include: ['src/**/*.test.{ts,tsx}'],
    ...extra,
  },
})
