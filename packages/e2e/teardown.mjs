import { rmSync } from 'node:fs'

/** The server has ended by now; its data goes. */
export default () => {
  const data = process.env.ZABUNI_E2E_DATA
  if (data) rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
