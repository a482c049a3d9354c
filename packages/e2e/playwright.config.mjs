// Journeys run against the all-in-one program, on a database of their own and a clock that tests move.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser.mjs'

const { executablePath, env } = await findBrowser()
const port = process.env.ZABUNI_E2E_PORT ?? '28480'
const baseURL = process.env.ZABUNI_URL ?? `http://127.0.0.1:${port}`
// The config is read by every worker; the folder is named once.
process.env.ZABUNI_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'zabuni-e2e-'))

export default defineConfig({
  testDir: './tests',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  globalTeardown: './teardown.mjs',
  use: {
    actionTimeout: 10_000,
    baseURL,
    launchOptions: { executablePath, env: { ...process.env, ...env } },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  webServer: process.env.ZABUNI_URL
    ? undefined
    : {
        command: 'bin/zabuni-demo run',
        cwd: resolve(import.meta.dirname, '../..'),
        env: { PORT: port, DATA: process.env.ZABUNI_E2E_DATA, ZABUNI_TEST_CLOCK: '1' },
        url: `${baseURL}/login`,
        timeout: 120_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
        stdout: 'pipe',
      },
})
