import { expect, signIn, test } from './people.mjs'
import { elsewhere, leadsOf, params } from './places.mjs'
import { addressOf, grouped, placed, ROWS } from './rows.mjs'
import { LOOKS, open, watch, wear } from './sweep.mjs'

// The record decides, not the address: whatever screen names a job or a category is opened under another activity's
// address and under another job, and is led to its own, or told that there is no such thing.
test.use({ trace: 'off', screenshot: 'off' })

const NOWHERE = '/page-not-found'
const [LOOK] = LOOKS
const REFUSALS = / (4\d\d GET |console: Failed to load resource)/
// Some paths of the specification leave out what their screens need: it stands in the query.
const QUERY = { jobId: 'job', categoryId: 'category' }

/** The screens that draw a job or a category of an activity; what is drawn of a task is the task's. */
const drawn = ROWS.filter(
  (row) =>
    row.ofActivity &&
    !row.alias &&
    !elsewhere(row) &&
    !params(row.path).includes('taskId') &&
    params(row.path).some((name) => ['jobId', 'categoryId', 'letterId'].includes(name)),
)

// One path of both kinds of rooms: the room knows which it is.
const SHARED = new Set(['practice'])

/** The wrong addresses of one screen's record, each with where it leads. */
const wrongs = ({ row, values, to }, n, foreign) => {
  const found = []
  const same = ROWS.filter(
    (x) => x.app === row.app && x.slot === row.slot && x.ofActivity && !x.alias && x.of !== row.of,
  )
  // Each screen under one other activity, the next under the next; and its record at a screen that its own lacks.
  const other = same[n % Math.max(same.length, 1)]
  if (other && params(other.path).every((name) => values[name])) {
    const there = params(other.path)
    const asked = Object.entries(QUERY).filter(([name]) => values[name] && !there.includes(name))
    const query = new URLSearchParams(asked.map(([name, short]) => [short, values[name]]))
    found.push({ to: `${addressOf(other, values)}${query.size ? `?${query}` : ''}`, leads: to })
  }
  if (foreign && params(row.path).includes('jobId') && params(row.path).includes('categoryId'))
    found.push({ to: addressOf(row, { ...values, jobId: foreign }), leads: to })
  return found
}

for (const [app, rows] of grouped(drawn, (row) => row.app))
  for (const [of, theirs] of grouped(rows, (row) => row.of))
    test(`what is no ${of} is not drawn as one in the ${app} app`, async ({
      browser,
      playwright,
      baseURL,
    }) => {
      const { seen, wrong } = await placed(playwright, baseURL, theirs)
      // What this activity's records are asked for at screens that it has not got.
      const slots = new Set(theirs.map(({ slot }) => slot))
      const lacking = [
        ...grouped(
          drawn.filter(
            (x) => x.app === app && x.of !== of && !slots.has(x.slot) && !SHARED.has(x.slot),
          ),
          (x) => x.slot,
        ).values(),
      ].map(([first]) => first)
      for (const [who, places] of grouped(seen, (place) => place.who)) {
        const jobs = [...new Set(places.map(({ values }) => values.jobId).filter(Boolean))]
        const context = await browser.newContext({ reducedMotion: 'reduce' })
        const watched = await watch(context)
        await signIn(watched.page, `${who}@zabuni.test`)
        await wear(watched.page, LOOK, '/permissions/error')
        const asked = places
          .filter(({ row }) => !leadsOf(row))
          .flatMap((place, n) =>
            wrongs(
              place,
              n,
              jobs.find((id) => id !== place.values.jobId),
            ),
          )
        const [{ values }] = places
        const none = lacking
          .filter(
            ({ path, slot }) => params(path).every((p) => values[p]) && !leadsOf({ app, slot }),
          )
          .map((x) => ({ to: addressOf(x, values), leads: NOWHERE }))
        for (const { to, leads } of [...asked, ...none]) {
          const at = new RegExp(`^${new URL(leads, baseURL).pathname}$`)
          const own = leads === NOWHERE
          const told = await open(watched, { to, by: '/permissions/error', own, leads: at }, LOOK)
          // What the server refuses of the wrong thing is no fault of the screen's, and a refusal is an answer.
          const refused = told.some((line) => / 403 GET /.test(line))
          wrong.push(...told.filter((line) => !REFUSALS.test(line) && !(own && refused)))
        }
        await context.close()
      }
      expect(wrong).toEqual([])
    })
