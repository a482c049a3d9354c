import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, PASSWORD } from './people.mjs'
import { find, PEOPLE, PRIVILEGES, params } from './places.mjs'

const root = join(import.meta.dirname, '../../..')

/** Every screen of every app, with what it finds in its route's handle. */
export const ROWS = JSON.parse(
  execFileSync(process.execPath, ['packages/config/src/routes.mjs', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  }),
)

const known = new Map()

/** Somebody who asks an app's server as a screen would, each thing once; a worker knows everybody once. */
const asker = (playwright, baseURL, app, who) => {
  const begin = async () => {
    const request = await playwright.request.newContext({ baseURL })
    const enter = async () => {
      const entered = await request.post(`/api/${app}/authentication/login`, {
        data: { username: `${who}@zabuni.test`, password: PASSWORD },
      })
      expect(entered.ok(), await entered.text()).toBe(true)
      const { access_token } = await entered.json()
      return { authorization: `Bearer ${access_token}` }
    }
    let headers = await enter()
    const get = (path) => request.get(`/api/${app}${path}`, { headers })
    const read = async (path) => {
      let answer = await get(path)
      // A worker lives longer than a token.
      if (answer.status() === 401) {
        headers = await enter()
        answer = await get(path)
      }
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
      return answer.json()
    }
    const asked = new Map()
    const ask = (path) => {
      if (!asked.has(path)) asked.set(path, read(path))
      return asked.get(path)
    }
    const told = await read(PRIVILEGES[app])
    return { who, ask, privileges: told.map(({ title }) => title) }
  }
  const key = `${app} ${who}`
  if (!known.has(key)) known.set(key, begin())
  return known.get(key)
}

/** The address of a row with what was found for it; the operator's lists of an activity say whose they are. */
export const addressOf = ({ app, path, ofActivity }, values) => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    name === 'product' ? 'zabuni' : values[name],
  )
  const whose = app === 'operator' && ofActivity && !params(path).length
  return whose ? `${filled}?buyer=${values.company}` : filled
}

/** Who looks at each row, and where: the first who may and has what it needs. What nobody finds is told as wrong. */
export const placed = async (playwright, baseURL, rows) => {
  const seen = []
  const wrong = []
  for (const row of rows) {
    let found
    let why = ''
    for (const who of PEOPLE[row.app]) {
      const { ask, privileges } = await asker(playwright, baseURL, row.app, who)
      if (row.privilege && !privileges.includes(row.privilege)) continue
      const values = await find(ask, row).catch((error) => {
        why = `: ${error}`
      })
      if (!values) continue
      found = { row, who, values, ask, to: addressOf(row, values) }
      break
    }
    if (found) seen.push(found)
    else wrong.push(`${row.app} ${row.path}: nobody has what places.mjs looks for${why}`)
  }
  return { seen, wrong }
}

/** Several by what one says of each, in the order in which they come. */
export const grouped = (all, say) => {
  const groups = new Map()
  for (const one of all) groups.set(say(one), [...(groups.get(say(one)) ?? []), one])
  return groups
}
