// Journeys run against the all-in-one program; `make test` builds it and names its address or its command.
import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser.mjs'

const { executablePath, env } = await findBrowser()
const baseURL = process.env.ZABUNI_URL ?? 'http://127.0.0.1:28480'
const command = process.env.ZABUNI_COMMAND

export default defineConfig({
  testDir: './tests',
  timeout: 30_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'line',
  use: {
    baseURL,
    launchOptions: { executablePath, env: { ...process.env, ...env } },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  ...(command
    ? {
        webServer: {
          command,
          url: `${baseURL}/login`,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
          stdout: 'pipe',
        },
      }
    : {}),
})
