import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, signIn, test } from './people.mjs'
import { ELSEWHERE, PLACES } from './places.mjs'
import { LOOKS, open, watch, wear } from './sweep.mjs'

// Hundreds of screens a test: what is wrong is told in words.
test.use({ trace: 'off', screenshot: 'off' })

const root = join(import.meta.dirname, '../../..')
const table = () =>
  execFileSync(process.execPath, ['packages/config/src/routes.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map((line) => {
      const [app, path, type, privilege] = line.split('\t')
      return { app, path, type, privilege }
    })

const asker = (page, app) => {
  const asked = new Map()
  return (path) => {
    if (!asked.has(path))
      asked.set(
        path,
        page.evaluate(
          async ([base, path]) => {
            const token = /zabuni_token=([^;]+)/.exec(document.cookie)[1]
            const answer = await fetch(base + path, {
              headers: { authorization: `Bearer ${token}` },
            })
            if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
            return answer.json()
          },
          [`/api/${app}`, path],
        ),
      )
    return asked.get(path)
  }
}

/** The address of a screen with what its rule finds written in. */
const fill = (path, values) =>
  (path + (values.search ?? '')).replace(/\{(\w+)\}/g, (_, name) => {
    if (name === 'product') return 'zabuni'
    if (!values[name]) throw new Error(`no rule of places.mjs finds {${name}} of ${path}`)
    return values[name]
  })

const addresses = async (rows, ask) => {
  const found = []
  const wrong = []
  for (const { path, find, leads } of rows) {
    try {
      found.push({ path, leads, to: fill(path, await find(ask, path)) })
    } catch (e) {
      wrong.push(`${path}: ${e.message}`)
    }
  }
  return { found, wrong }
}

const sweep = async (watched, found, start, by, wrong) => {
  for (const [i, worn] of LOOKS.entries()) {
    await wear(watched.page, worn, start)
    for (const [n, { path, to, leads }] of found.entries()) {
      const own = path === '/page-not-found' || path === '/permissions/error'
      wrong.push(...(await open(watched, { to, by: by(to), axe: n % 2 === i, own, leads }, worn)))
    }
  }
}

/** The rows of an app by the persona who looks at them, each by the first rule of places.mjs that fits. */
const seen = (app, rows) => {
  const people = new Map()
  for (const { path } of rows) {
    const rule = PLACES[app].find(([fits]) => fits.test(path))
    if (!rule) throw new Error(`no rule of places.mjs finds ${app} ${path}`)
    const [, who, find, leads] = rule
    people.set(who, [...(people.get(who) ?? []), { path, find, leads }])
  }
  return people
}

const ROWS = table()

for (const app of Object.keys(PLACES)) {
  const rows = ROWS.filter((r) => r.app === app && !ELSEWHERE[r.path])
  const [open, signed] = [(r) => r.type === 'none', (r) => r.type !== 'none'].map((kind) =>
    rows.filter(kind),
  )

  test(`every screen of the ${app} app before sign-in is finished`, async ({
    browser,
    baseURL,
  }) => {
    expect(open.length).toBeGreaterThan(3)
    const wrong = []
    const visitor = await browser.newContext({ reducedMotion: 'reduce' })
    await visitor.addCookies([{ name: 'zabuni_app', value: app, url: baseURL }])
    const outside = await watch(visitor)
    await outside.page.goto('/login')
    await sweep(
      outside,
      open.map(({ path }) => ({ path, to: path })),
      '/unsubscribed',
      (to) => (to === '/login' ? '/unsubscribed' : '/login'),
      wrong,
    )
    await visitor.close()
    expect(wrong).toEqual([])
  })

  for (const [who, theirs] of seen(app, signed))
    test(`every screen of the ${app} app that ${who} looks at is finished`, async ({ browser }) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      const watched = await watch(context)
      await signIn(watched.page, `${who}@zabuni.test`)
      const { found, wrong } = await addresses(theirs, asker(watched.page, app))
      await sweep(
        watched,
        found,
        '/permissions/error',
        (to) => (to === '/page-not-found' ? '/permissions/error' : '/page-not-found'),
        wrong,
      )
      await context.close()
      expect(wrong).toEqual([])
    })
}

test('screens that need a token of one use are driven by their own specs', () => {
  const known = new Set(table().map((r) => r.path))
  for (const [path, [, spec]] of Object.entries(ELSEWHERE)) {
    expect(known, path).toContain(path)
    // people.mjs: opened() fails unless the screen of that very route stands there.
    const driven = readFileSync(join(import.meta.dirname, spec), 'utf8')
      .replace(/^\s*\/\/.*$/gm, '')
      .matchAll(/\bopened\(\s*\w+,\s*'([^']+)'/g)
    const visits = [...driven].map(([, to]) => to).filter((to) => to === path)
    expect(visits, `${spec} never opens ${path}`).not.toEqual([])
  }
})
