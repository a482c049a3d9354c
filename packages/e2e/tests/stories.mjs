// The steps that the stories of the activities are made of, each written once and taken where a policy has it.
import {
  addToCart,
  confirm,
  decide,
  declareNone,
  dialog,
  heading,
  payByPhone,
  saved,
  tab,
} from './acts.mjs'
import { scoreBids } from './desk.mjs'
import {
  advance,
  expect,
  follow,
  landed,
  linkOf,
  listen,
  search,
  signIn,
  usable,
} from './people.mjs'

const DAY = 86_400_000
// All buyers of these stories live by this hour.
const ZONE = 3 * 3_600_000
const PHONE = 390

/** The platform's clock, which other stories have moved. */
const clock = async (request) =>
  Date.parse((await request.get('/api/supplier/core/countries/')).headers()['x-server-time'])

/** A day so many days from now, as people type it. */
export const day = async (request, days) => {
  const at = new Date((await clock(request)) + ZONE + days * DAY)
  return at.toISOString().slice(0, 10).split('-').reverse().join('-')
}

/** Midnight so many days from now has come, and with it the end of every session of before. */
export const midnight = async (request, days) => {
  const now = await clock(request)
  const then = Math.floor((now + ZONE) / DAY + days) * DAY - ZONE
  await advance(request, `${Math.ceil((then - now) / 1000) + 60}s`)
}

/** Everybody in a story has a browser of one's own; what it complains of is collected, but for sessions that ended. */
export const cast = (browser, refusals = []) => {
  const pages = new Map()
  const heard = []
  const enter = async (who, at = '/') => {
    if (!pages.has(who)) {
      const width = who.startsWith('supplier') ? PHONE : 1440
      const context = await browser.newContext({ viewport: { width, height: 900 } })
      const page = await context.newPage()
      heard.push(listen(page, ['status of 401', ...refusals]))
      pages.set(who, page)
    }
    const page = pages.get(who)
    await signIn(page, `${who}@zabuni.test`, at)
    return page
  }
  return { enter, heard: () => heard.flat() }
}

/** One of several looks at a screen for all of them. */
const looks = (first) => (first ? usable : async () => {})

const LICENCE = 'Do you hold a valid licence?'
const PLAN = 'Describe how you deliver.'

/** A section with a question that answers itself and one that people judge: by points, or by a check of what is said. */
const ask = async (page, scored) => {
  await tab(page, 'Sections and questions')
  await follow(page, page.getByRole('link', { name: 'Add section' }))
  await page.getByLabel('Name').fill('Standing')
  await page.getByRole('button', { name: 'Add section' }).click()
  await heading(page, 'Standing')
  for (const [prompt, kind] of [
    [LICENCE, 'yes_no'],
    [PLAN, 'textbox'],
  ]) {
    await follow(page, page.getByRole('link', { name: 'Add question' }).first())
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill(prompt)
    await page.getByLabel('Kind of answer').selectOption(kind)
    await page.getByLabel('Must be answered').check()
    if (scored) {
      await page.getByLabel('This question is scored').check()
      await page.getByLabel('Highest score').fill('50')
      if (kind === 'yes_no') {
        await page.getByLabel('Points for option 1').fill('50')
        await page.getByLabel('Points for option 2').fill('0')
      }
    } else await page.getByLabel('Quality assurance').check()
    await page.getByRole('button', { name: 'Add question' }).click()
    await expect(page.getByRole('link', { name: prompt })).toBeVisible()
  }
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link').last().click()
}

/** What is bought is pasted out of a sheet; a thing that is sold is described one by one. */
const list = async (page, items, sold) => {
  await tab(page, 'Items')
  if (sold)
    for (const [description, unit, quantity] of items) {
      await follow(page, page.getByRole('link', { name: 'Add an item' }))
      await page.getByLabel('Description').fill(description)
      await page.getByLabel('Quantity').fill(quantity)
      await page.getByLabel('Unit').fill(unit)
      await page.getByLabel('Condition').selectOption('Worn')
      await page.getByRole('button', { name: 'Add an item' }).click()
      await heading(page, description)
      await page.getByRole('navigation', { name: 'You are here' }).getByText('Items').click()
    }
  else {
    await page.getByRole('button', { name: 'Paste from Excel' }).click()
    await page
      .getByLabel('Lines out of a spreadsheet')
      .fill(items.map((line) => line.join('\t')).join('\n'))
    await dialog(page, `Add ${items.length} line`).click()
  }
  await expect(page.getByText(new RegExp(`^${items.length} lines?$`))).toBeVisible()
}

/** Suppliers by name, one after the other. */
const invite = async (page, names) => {
  await tab(page, 'Invited suppliers')
  await follow(page, page.getByRole('link', { name: 'Invite suppliers' }))
  for (const name of names) {
    await search(page, name, page.getByRole('searchbox', { name: 'Search by name' }))
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check()
  }
  await page.getByRole('button', { name: `Invite ${names.length} supplier` }).click()
  for (const name of names) await expect(page.getByRole('main').getByText(name)).toBeVisible()
}

/** All who can be invited from the list that another story has left. */
const inviteFrom = async (page, name, { invites, leaves }) => {
  await tab(page, 'Invited suppliers')
  await follow(page, page.getByRole('link', { name: 'Invite from a list' }))
  await follow(page, page.getByRole('link', { name, exact: true }))
  await usable(page)
  const act = page.getByRole('button', { name: `Invite ${invites.length} suppliers` })
  await act.click()
  await dialog(page, `Invite ${invites.length} suppliers`).click()
  await expect(page.getByRole('main').getByText('From the list')).toHaveCount(invites.length)
  for (const { company } of invites)
    await expect(page.getByRole('main').getByText(company)).toBeVisible()
  await expect(page.getByRole('main').getByText(leaves.company)).toHaveCount(0)
}

/** A job with one category: its terms, what is asked, what is bought or sold, who is invited; published. */
export const write = async (page, policy, row, { title, category, code, lists }, request) => {
  await page.goto(row.create)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Your own number').fill(code)
  await page.getByRole('button', { name: /^Create / }).click()
  await heading(page, title)
  await follow(page, page.getByRole('link', { name: 'Add category' }))
  await page.getByLabel('Name').fill(category)
  await page.getByLabel('Opens').fill(await day(request, -1))
  await page.getByLabel('Closes').fill(await day(request, 2))
  for (const [label, value] of Object.entries(row.terms ?? {}))
    await page.getByLabel(label).fill(value)
  await usable(page)
  await page.getByRole('button', { name: 'Add category' }).click()
  await heading(page, category)
  const has = (step) => policy.steps.includes(step)
  if (row.asks) await ask(page, has('evaluation'))
  if (has('items')) await list(page, row.items, has('assets'))
  if (row.from) await inviteFrom(page, lists.get(row.from.of), row.from)
  else if (has('by_invitation'))
    await invite(
      page,
      row.bids.map(({ company }) => company),
    )
  await tab(page, 'Overview')
  await row.before?.(page, request)
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog(page, 'Publish').click()
  await expect(page.getByText('Open for bids').first()).toBeVisible()
  if (!policy.openers)
    await expect(page.getByText('the bids open by themselves', { exact: false })).toBeVisible()
  await usable(page)
  return new URL(page.url()).pathname
}

/** All mails to somebody of one kind that are about something. */
export const mails = async (request, who, subject, about) => {
  const all = await request.get(`/_dev/mailbox.json?to=${encodeURIComponent(`${who}@zabuni.test`)}`)
  return (await all.json()).filter((m) => m.subject.includes(subject) && m.text.includes(about))
}

/** The one mail of its kind that is about something, once it is there. */
export const once = async (request, who, subject, about) => {
  await expect.poll(async () => (await mails(request, who, subject, about)).length).toBe(1)
  return (await mails(request, who, subject, about))[0]
}

/** From the mail that invites, or from the list of what is open, to a category. */
const toCategory = async (page, request, { category, invited, who }) => {
  if (invited) {
    await page.goto(linkOf(await once(request, who, 'invites you to', category)))
  } else {
    await page.goto('/supplier/landing')
    await search(page, category)
    await follow(page, page.getByRole('link', { name: category }))
  }
  await heading(page, category)
}

/** Fills in every price that is told, one below the other, and goes on. */
const price = async (page, prices) => {
  for (const [number, amount] of Object.entries(prices)) {
    const field = page.getByLabel(`Unit price ${number} `)
    await field.fill(amount)
    await field.press('Enter')
  }
  await saved(page)
  await follow(page, page.getByRole('link', { name: 'Next', exact: true }))
}

/** Sends a bid that is complete, from wherever it is. */
const submit = async (page) => {
  await page.getByRole('button', { name: /^Submit/ }).click()
  await expect(page.getByRole('heading', { name: /^Version \d was received$/ })).toBeVisible()
}

/** From the instructions, where an activity has some, to the bid. */
const begin = async (page) => {
  if (page.url().includes('/instructions/'))
    await follow(page, page.getByRole('link', { name: 'Begin my bid' }))
}

const participate = async (page) => {
  await follow(page, page.getByRole('button', { name: 'Participate' }))
  await begin(page)
}

/** One supplier takes part, on a phone: looks, pays where it costs something, answers, prices, submits, and has a receipt. */
export const takePart = async (page, policy, row, story, bid, request) => {
  const { category } = story
  const look = looks(bid === row.bids[0])
  const invited = policy.steps.includes('by_invitation')
  if (!story.there) await toCategory(page, request, { category, invited, who: bid.who })
  await look(page)
  if (row.terms?.['Bid fee']) {
    await addToCart(page)
    await payByPhone(page)
    await page.goto('/supplier/ongoingbids')
    await follow(page, page.getByRole('button', { name: `Begin my bid: ${category}` }))
    await begin(page)
  } else await participate(page)
  if (row.asks) {
    await page
      .getByRole('group', { name: LICENCE })
      .getByLabel(bid.licensed === false ? 'No' : 'Yes')
      .check()
    await page.getByLabel(PLAN).fill('Weekly, from our own store.')
    await saved(page)
    await follow(page, page.getByRole('link', { name: 'Next', exact: true }))
  }
  if (bid.prices) {
    await price(page, bid.prices)
  }
  await look(page)
  // Windows of one intake have one name: each submission has one receipt more.
  const receipts = () => mails(request, bid.who, 'Receipt of your submission', category)
  const before = (await receipts()).length
  await submit(page)
  await expect.poll(async () => (await receipts()).length).toBe(before + 1)
}

/** From a category to what follows its closing, and there to a part. */
const toWork = async (page, part) => {
  await follow(page, page.getByRole('link', { name: 'Opening and evaluation' }))
  if (part) await toPart(page, part)
}

const toPart = (page, name) => follow(page, page.getByRole('link', { name, exact: true }))

/** What was found of an answer, saved. */
const find = async (page, prompt, verdict, rests) => {
  const answer = page.getByRole('listitem', { name: prompt })
  await answer.getByRole('radio', { name: verdict, exact: true }).check()
  if (rests) await answer.getByLabel('What this rests on').fill(rests)
  await answer.getByRole('button', { name: 'Save' }).click()
  await expect(answer.getByRole('status')).toBeVisible()
}

/** Somebody without an interest checks every bid: who said to have no licence has none. */
const check = async (page, row, title) => {
  await toPart(page, 'Quality assurance')
  await declareNone(page)
  await usable(page)
  for (const bid of row.bids) {
    const line = page.getByRole('listitem').filter({ hasText: bid.company })
    await follow(page, line.getByRole('link', { name: 'Check', exact: true }))
    await heading(page, bid.company)
    await find(page, LICENCE, ...(bid.found ?? ['Valid']))
    await find(page, PLAN, 'Valid')
    await decide(page, 'Finish the check')
    await row.checked?.(page, bid, title)
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link').last().click()
    await heading(page, 'Quality assurance')
  }
}

const open = async (people, count) => {
  for (const [at, page] of people.slice(0, count).entries()) {
    if (at) await page.reload()
    await confirm(page)
    await expect(page.getByRole('button', { name: 'Confirm the opening' })).toHaveCount(0)
  }
}

/** After the closing: opened by so many people, or the clock; checked or scored; and put in order. */
export const judge = async (people, policy, row, { at, category, title }) => {
  const [page] = people
  const has = (step) => policy.steps.includes(step)
  for (const person of people.slice(0, Math.max(policy.openers, 1))) {
    await person.goto(at)
    await heading(person, category)
    await toWork(person)
  }
  const opening = page.url()
  for (const [n, envelope] of policy.envelopes.entries()) {
    if (n) for (const person of people.slice(0, policy.openers)) await person.goto(opening)
    await open(people, policy.openers)
    const asked = row.asks && envelope.holds.includes('criteria')
    if (asked && !has('evaluation')) await check(page, row, title)
    await toPart(page, 'Evaluation')
    if (asked && has('evaluation'))
      await scoreBids(
        page,
        row.bids.map(({ points }) => points),
      )
    await usable(page)
    const last = n === policy.envelopes.length - 1
    await decide(
      page,
      !last
        ? 'Fix the technical results'
        : has('items')
          ? 'Compute the ranking'
          : 'Fix the results',
    )
  }
}

/** The order in which bids stand, or which passed. */
export const stands = async (page, policy, lines) => {
  const name = policy.method === 'unranked' ? 'Results' : 'Ranking'
  await toPart(page, name)
  if (policy.selects === 'line')
    for (const [item, offers] of Object.entries(lines)) {
      const card = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: item }) })
      await expect(card.last().getByRole('listitem')).toContainText(offers)
    }
  else await order(page, name, lines)
  await usable(page)
}

const order = async (page, name, lines) => {
  const bids = page.getByRole('list', { name, exact: true }).locator(':scope > li')
  await expect(bids).toHaveCount(lines.length)
  for (const [at, words] of lines.entries())
    for (const word of words) await expect(bids.nth(at)).toContainText(word)
}

/** One proposes, another decides; what it is called follows from the activity. */
export const conclude = async ([page, other], policy, { recommend, asked }) => {
  const letters = policy.steps.includes('letters')
  await follow(
    page,
    page.getByRole('link', {
      name: !letters
        ? 'Decision'
        : policy.method === 'unranked'
          ? 'Result and letters'
          : 'Award and letters',
      exact: true,
    }),
  )
  if (policy.selects === 'one')
    await page.getByRole('radio', { name: new RegExp(recommend.replace('Recommend ', '')) }).check()
  await page.getByRole('button', { name: recommend }).click()
  await expect(page.getByText('You recommended this')).toBeVisible()
  await usable(page)
  await other.goto(new URL(page.url()).pathname)
  const act =
    policy.selects === 'all'
      ? letters
        ? 'Decide and send letters'
        : 'Decide'
      : letters
        ? 'Award and send letters'
        : 'Award'
  await other.getByRole('button', { name: act, exact: true }).click()
  for (const words of asked) await expect(other.getByRole('dialog')).toContainText(words)
  await dialog(other, act).click()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  const came =
    policy.selects !== 'all'
      ? 'Awarded to'
      : policy.steps.includes('list')
        ? 'On the list'
        : 'Passed'
  await expect(other.getByText(came, { exact: true })).toBeVisible()
  await usable(other)
  // Where nothing follows that could be stopped, nobody is told to stop it.
  if (policy.selects === 'all' && !letters)
    await expect(other.getByRole('heading', { name: 'Complaint about the award' })).toHaveCount(0)
}

/** The mail that tells of the result comes once, and leads to it; there, or beside the letter, stands what came out. */
export const reads = async (page, request, story, { who, mail, outcome, says = [] }) => {
  const told = await once(request, who, mail.subject, story.category)
  expect(told.text).toContain(mail.text)
  const look = looks(story.row.told[0].who === who)
  await page.goto(linkOf(told))
  await expect(page.getByText(story.category).first()).toBeVisible()
  await look(page)
  await page.goto(`/supplier/closedbids?search=${encodeURIComponent(story.category)}`)
  // What was offered in rounds closed by itself; the result is that of the category.
  const row = page.getByRole('row').filter({ hasText: story.category, hasNotText: /-R\d/ })
  await follow(page, row.getByRole('link', { name: story.category }))
  await expect(page.getByText(outcome, { exact: true }).first()).toBeVisible()
  for (const words of says) await expect(page.getByText(words).first()).toBeVisible()
  await look(page)
}

/** One round: who is asked hears of it, a price that is worse than the last is refused, and what is better counts. */
export const negotiate = async (story, { final, first, offers, stands: lines }) => {
  const { category, policy, people, row, enter, request } = story
  const [page] = people
  const look = looks(first)
  const ranking = page.url()
  const asked = row.bids.filter(({ licensed }) => licensed !== false)
  await follow(page, page.getByRole('link', { name: 'Negotiate', exact: true }))
  await heading(page, 'Negotiate')
  for (const { company } of asked) await page.getByRole('checkbox', { name: company }).check()
  await page.getByLabel(/^Closes/).fill(await day(request, 2))
  if (final) await page.getByLabel('Best and final offers').check()
  await look(page)
  const was = page.url()
  await page.getByRole('button', { name: 'Begin the round' }).click()
  await dialog(page, 'Begin the round').click()
  await landed(page, (url) => url.href !== was)
  const reference = await page.getByText(/-R\d · Round \d/).innerText()
  const name = reference.split(' · ')[0]
  const at = new URL(page.url()).pathname
  for (const { who } of asked)
    await once(
      request,
      who,
      final ? `Best and final offer: ${name}` : `Negotiation: ${name}`,
      category,
    )
  for (const { who, prices, worse } of offers) {
    const [mail] = await mails(request, who, name, category)
    const bidder = await enter(who, linkOf(mail))
    await participate(bidder)
    await expect(bidder.getByText(/^Your bid stands at/)).toBeVisible()
    if (final) await expect(bidder.getByText('Best and final: no round follows.')).toBeVisible()
    if (worse) {
      await price(bidder, { ...prices, ...worse.prices })
      await bidder.getByRole('button', { name: /^Submit/ }).click()
      await expect(bidder.getByText(worse.says).first()).toBeVisible()
      await look(bidder)
      await follow(bidder, bidder.getByRole('link', { name: 'Change', exact: true }))
    }
    await price(bidder, prices)
    await submit(bidder)
  }
  await midnight(request, 3)
  for (const [n, who] of row.people.entries()) people[n] = await enter(who)
  // Prices alone are asked for, and opened.
  const round = { ...policy, envelopes: policy.envelopes.slice(-1) }
  await judge(people, round, {}, { at, category })
  for (const person of people) await person.goto(ranking)
  await order(page, 'Ranking', lines)
}
