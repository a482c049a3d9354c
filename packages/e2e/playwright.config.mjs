// Journeys run against the all-in-one program, on databases of their own and a clock that tests move.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser.mjs'
import { PORT, root, told } from './program.mjs'

const { executablePath, env } = await findBrowser()
// Three workers on two processors: threads that help each other only wait for one another, and a page that lives for
// seconds is gone before it has won back what its scripts took to be optimised.
const LEAN = [
  '--js-flags=--single-threaded,--no-maglev,--no-turbofan',
  '--disable-gpu',
  '--in-process-gpu',
]
// Data that nobody keeps lies in memory where there is room, and on the disk where there is none.
const place = () => {
  try {
    const { type, bavail, bsize } = statfsSync('/dev/shm')
    return type === 0x01021994 && bavail * bsize > 4 * 2 ** 30 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}
// What few journeys need is begun by their worker, and ends with it: a program that nobody asks costs as much as a busy one.
const SERVERS = ['screens', 'sweep']
// The config is read by every worker; the folder is named, and the demonstration laid out in it, once: each program
// begins with a copy. Who reads the config without running it (knip, before anything is built) lays nothing out.
if (!process.env.ZABUNI_E2E_DATA && process.argv.includes('test')) {
  const data = mkdtempSync(join(place(), 'zabuni-e2e-'))
  const seed = join(data, 'seed')
  execFileSync(join(root, 'bin/zabuni-demo'), ['seed'], {
    cwd: root,
    env: { ...process.env, DATA: seed, ZABUNI_TEST_CLOCK: '1', SECOND_FACTOR: 'optional' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const name of SERVERS) cpSync(seed, join(data, name), { recursive: true })
  process.env.ZABUNI_E2E_DATA = data
}
const address = (name) => `http://127.0.0.1:${PORT + SERVERS.indexOf(name)}`

const server = (name, index) => ({
  command: 'bin/zabuni-demo run',
  cwd: root,
  env: told(PORT + index, join(process.env.ZABUNI_E2E_DATA ?? tmpdir(), name)),
  url: `${address(name)}/login`,
  timeout: 120_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  stdout: 'ignore',
})

/** As people have it: with the service worker, and with what moves. */
const worker = {
  serviceWorkers: 'allow',
  contextOptions: { reducedMotion: 'no-preference' },
}

export default defineConfig({
  testDir: './tests',
  // The end of a hang, not a measure: a journey over many screens takes minutes on a busy machine.
  timeout: 420_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // A journey waits as often as it works: three of them leave a quarter of two processors unused.
  workers: 4,
  forbidOnly: true,
  reporter: [['list'], ['./driven.mjs'], ['./last-words.mjs'], ['./clean-up.mjs']],
  use: {
    actionTimeout: 15_000,
    launchOptions: { executablePath, env: { ...process.env, ...env }, args: LEAN },
    screenshot: 'only-on-failure',
    // What fades and slides is drawn by the processor that the next journey waits for.
    contextOptions: { reducedMotion: 'reduce' },
    // A journey opens each screen in a browser that has never been here: the worker's part in it is a fifth of what a
    // visit costs. The sweep, the whole journey and all that is about it allow it.
    serviceWorkers: 'block',
    // What the page held at each step, for who looks for a failure: to keep it costs a fifth of a run.
    trace: process.env.ZABUNI_E2E_TRACE
      ? { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false }
      : 'off',
  },
  // What takes longest goes first: alone at the end it would keep two workers waiting. No project waits for another, for
  // that would be until all others have ended.
  projects: [
    // What each activity comes to: one after the other, on one clock.
    {
      name: 'stories',
      testMatch: /stories\.journey/,
      use: { own: {}, ...worker },
    },
    // The whole journey moves the clock by days, which would end everybody else's sessions; so does a room's.
    { name: 'journey', testMatch: /\/journey/, use: { own: {}, ...worker } },
    { name: 'room', testMatch: /auction\.journey/, use: { own: {}, ...worker } },
    // A line breaks for minutes, and somebody watches for an hour.
    {
      name: 'watched',
      testMatch: /auction\.room\.journey/,
      use: { own: {} },
    },
    // Seven years go by.
    {
      name: 'years',
      testMatch: /archive\.journey/,
      use: { own: {}, ...worker },
    },
    {
      name: 'screens',
      testIgnore: /journey|screens\.spec|factor/,
      // Of a menu's screens each fetches what it opens: the sweep and the long journeys have all of them fetched.
      use: { baseURL: address('screens'), saving: true },
    },
    // Every screen, as the demonstration has it before anybody changes anything.
    { name: 'sweep', testMatch: /\/screens\.spec/, use: { baseURL: address('sweep'), ...worker } },
    {
      name: 'looks',
      testMatch: /(misled|lists)\.screens/,
      use: { baseURL: address('sweep'), saving: true },
    },
    // What a house asks of its people unless it is told otherwise.
    { name: 'factor', testMatch: /factor/, use: { own: { SECOND_FACTOR: 'needed' }, ...worker } },
  ],
  webServer: SERVERS.map(server),
})
