import { expect, signIn, test } from './people.mjs'
import { elsewhere, leadsOf } from './places.mjs'
import { grouped, placed, ROWS } from './rows.mjs'
import { LOOKS, open, watch, wear } from './sweep.mjs'

// Hundreds of screens a test: what is wrong is told in words.
test.use({ trace: 'off', screenshot: 'off' })

const sweep = async (watched, found, start, by, wrong) => {
  for (const [i, worn] of LOOKS.entries()) {
    await wear(watched.page, worn, start)
    for (const [n, { path, to, leads }] of found.entries()) {
      const own = path === '/page-not-found' || path === '/permissions/error'
      wrong.push(...(await open(watched, { to, by: by(to), axe: n % 2 === i, own, leads }, worn)))
    }
  }
}

const shape = (path) => path.replace(/\{product\}/g, 'zabuni').replace(/\{\w+\}/g, '[^/]+')
/** The addresses that a row leads to, or nothing where it shows itself. */
const leads = (row) => {
  const slots = leadsOf(row)
  if (!slots) return undefined
  const there = ROWS.filter(({ app, slot }) => app === row.app && slots.includes(slot))
  return new RegExp(`^(${there.map(({ path }) => shape(path)).join('|')})$`)
}

for (const [app, all] of grouped(ROWS, (row) => row.app)) {
  const rows = all.filter((row) => !elsewhere(row))
  const [open, signed] = [(r) => r.type === 'none', (r) => r.type !== 'none'].map((kind) =>
    rows.filter(kind),
  )

  // driven.mjs asks at the end whether the journeys that it names have opened what is left to them.
  const annotation = all.filter(elsewhere).map((row) => ({
    type: 'elsewhere',
    description: JSON.stringify({ path: row.path, spec: elsewhere(row).spec }),
  }))

  test(`every screen of the ${app} app before sign-in is finished`, { annotation }, async ({
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

  for (const [of, theirs] of grouped(signed, (row) => row.of || 'no activity'))
    test(`every screen of ${of} in the ${app} app is finished`, async ({
      browser,
      playwright,
      baseURL,
    }) => {
      const { seen, wrong } = await placed(playwright, baseURL, theirs)
      for (const [who, places] of grouped(seen, (place) => place.who)) {
        const context = await browser.newContext({ reducedMotion: 'reduce' })
        const watched = await watch(context)
        await signIn(watched.page, `${who}@zabuni.test`)
        await sweep(
          watched,
          places.map(({ row, to }) => ({ path: row.path, to, leads: leads(row) })),
          '/permissions/error',
          (to) => (to === '/page-not-found' ? '/permissions/error' : '/page-not-found'),
          wrong,
        )
        await context.close()
      }
      expect(wrong).toEqual([])
    })
}
