import { rmSync } from 'node:fs'

/** Takes the servers' data away once they have ended: a global teardown comes before that. */
export default class CleanUp {
  onExit() {
    const data = process.env.ZABUNI_E2E_DATA
    if (data) rmSync(data, { recursive: true, force: true })
  }
}
