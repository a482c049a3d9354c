import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** The folder of the whole repository. */
export const root = resolve(import.meta.dirname, '../..')
/** The first of the ports that programs listen at. */
export const PORT = Number(process.env.ZABUNI_E2E_PORT ?? '28480')
// The ports before it are of the programs that serve to the end.
const OWN = PORT + 10
const PATIENCE_MS = 120_000

/** What a program of the journeys is told. */
export const told = (port, data, own = {}) => ({
  PORT: String(port),
  DATA: data,
  ZABUNI_TEST_CLOCK: '1',
  SECOND_FACTOR: 'optional',
  HELPDESK_PHONE: '+254 700 000 900',
  HELPDESK_MAIL: 'help@zabuni.test',
  ...own,
})

/** A program for the journeys of one worker, on a copy of the demonstration: its address, and its end. */
export const begin = async (own, worker) => {
  const data = join(process.env.ZABUNI_E2E_DATA, `own-${worker.workerIndex}`)
  cpSync(join(process.env.ZABUNI_E2E_DATA, 'seed'), data, { recursive: true })
  const port = OWN + worker.parallelIndex
  const program = spawn(join(root, 'bin/zabuni-demo'), ['run'], {
    cwd: root,
    env: { ...process.env, ...told(port, data, own) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(program, 'exit')
  const serving = new Promise((done) => {
    createInterface({ input: program.stdout }).on('line', (line) => {
      if (line.includes(' serving ')) done(true)
    })
  })
  const late = AbortSignal.timeout(PATIENCE_MS)
  const begun = await Promise.race([
    serving,
    ended.then(() => false),
    once(late, 'abort').then(() => false),
  ])
  const end = async () => {
    if (program.exitCode === null) program.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  if (!begun) {
    await end()
    throw new Error(`no program serves at ${port}`)
  }
  return { address: `http://127.0.0.1:${port}`, end }
}
