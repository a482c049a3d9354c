// A room from its first word to its end: written and published by a buyer, bid in by two suppliers, conducted and
// closed by its host, in browsers of their own.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decide, heading, tab } from './acts.mjs'
import { advance, expect, follow, landed, listen, signIn, test, usable } from './people.mjs'

const DAY = 86_400_000
const NAIROBI = 3 * 3_600_000

/** The platform's clock, which other journeys have moved. */
const clock = async (request) =>
  Date.parse((await request.get('/api/supplier/core/countries/')).headers()['x-server-time'])

/** A day as people type it. */
const typed = (at) => {
  const day = new Date(at + NAIROBI).toISOString()
  return `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(0, 4)}`
}

const person = async (browser, email, at, width = 1440) => {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  const complaints = listen(page, ['409', '415', '422', '401'])
  await signIn(page, email, at)
  return { page, complaints }
}

// The clock is everybody's who is in a room.
test.describe.configure({ mode: 'serial' })

const bid = async ({ page }, amount) => {
  await page.getByLabel('Price for all items').fill(amount)
  await page.getByRole('button', { name: 'Place bid' }).click()
}

/** The same room, downwards and upwards: its words, its places, and prices that get better. */
const ROOMS = [
  {
    kind: 'reverse',
    lists: 'Reverse auctions',
    create: 'Create reverse auction',
    step: 'below',
    opens: '500 000',
    practised: '470,000.00',
    first: '480,000.00',
    tooLittle: '479 500',
    would: '479000',
    far: '300,000.00',
    second: '470,000.00',
    paper: '460,000.00',
    third: '465,000.00',
    last: '450,000.00',
  },
  {
    kind: 'forward',
    lists: 'Forward auctions',
    create: 'Create forward auction',
    step: 'above',
    opens: '500 000',
    practised: '530,000.00',
    first: '520,000.00',
    tooLittle: '520 500',
    would: '521000',
    far: '900,000.00',
    second: '530,000.00',
    paper: '540,000.00',
    third: '535,000.00',
    last: '550,000.00',
  },
]

/** An amount as people type it. */
const put = (amount) => amount.replace('.00', '').replace(',', ' ')
/** What a page says of an amount. */
const says = (amount) => `KES ${amount}`
const stands = (amount) => new RegExp(`Your bid of KES.${amount} stands, at rank 1`)

/** What a host does in the room with a reason that all read. */
const because = async (desk, act, reason) => {
  await desk.getByRole('dialog').getByLabel('Reason').fill(reason)
  await desk.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
}

const end = async (desk, reason) => {
  await desk.getByRole('button', { name: 'More actions' }).click()
  await desk.getByRole('menuitem', { name: 'End now' }).click()
  const name = await desk.getByText(/^ZB\/[RF]A\//).innerText()
  await desk.getByRole('dialog').getByLabel(/^Type/).fill(name.split(' ')[0])
  await because(desk, 'End now', reason)
  await expect(desk.getByText('Closed').first()).toBeVisible()
}

test('what stands when a room is closed is ranked, decided and told', async ({
  browser,
  request,
}) => {
  test.slow()
  // The demonstration has one whose papers were judged: its room begins tomorrow.
  const host = await person(browser, 'buyer@zabuni.test', '/buyer/list/reverse/auction')
  await follow(host.page, host.page.getByRole('link', { name: 'Linen for three wards' }))
  await tab(host.page, 'Room')
  await expect(host.page.getByText('Upcoming').first()).toBeVisible()
  const desk = new URL(host.page.url()).pathname
  const id = desk.split('/')[2]
  await host.page.goto(`/company/reverse-auction/evaluation/instructions/${id}`)
  await expect(host.page.getByText(/Who passed may enter the room/)).toBeVisible()
  await expect(host.page.getByRole('button', { name: 'Compute the ranking' })).toHaveCount(0)
  await usable(host.page)
  await host.page.context().close()
  const tomorrow = Math.floor((await clock(request)) / DAY + 1) * DAY + 7.1 * 3_600_000 // ten there, and six minutes
  await advance(request, `${Math.ceil((tomorrow - (await clock(request))) / 1000)}s`)

  // Who did not pass is told so, and does not come in.
  const look = `/supplier/${id}/reverse/auction`
  const out = await person(browser, 'supplier5@zabuni.test', look)
  await expect(out.page.getByText(/has not passed the technical part/)).toBeVisible()
  await expect(out.page.getByRole('button', { name: 'Enter the room' })).toHaveCount(0)
  const one = await person(browser, 'supplier@zabuni.test', look)
  const two = await person(browser, 'supplier3@zabuni.test', look, 390)
  for (const { page } of [one, two]) {
    await page.getByRole('button', { name: 'Enter the room' }).click()
    await landed(page, /\/supplier\/bid\//)
  }
  await bid(one, '900 000')
  await expect(one.page.getByText(/stands, at rank 1/)).toBeVisible()
  await bid(two, '850 000')
  await expect(two.page.getByText(/stands, at rank 1/)).toBeVisible()
  const chair = await person(browser, 'buyer@zabuni.test', desk)
  const judges = `/company/reverse-auction/evaluation/instructions/${id}`
  await chair.page.goto(judges)
  await expect(chair.page.getByText(/nothing is decided until it is closed/)).toBeVisible()
  await chair.page.goto(desk)
  await end(chair.page, 'Both have said their last word')
  await follow(chair.page, chair.page.getByRole('link', { name: 'Result', exact: true }))
  await decide(chair.page, 'Compute the ranking')
  await expect(chair.page.getByText('Ranking computed')).toBeVisible()
  await chair.page.goto(`/company/reverse-auction/ranking/${id}`)
  await expect(
    chair.page.getByRole('listitem').filter({ hasText: 'Volta Diagnostics' }),
  ).toContainText('KES 850,000.00')
  await usable(chair.page)

  // One recommends, another decides; both bidders are told, and the winner's contract is drafted.
  await follow(chair.page, chair.page.getByRole('link', { name: 'Award and letters' }))
  await chair.page.getByRole('button', { name: 'Recommend Volta Diagnostics' }).click()
  await expect(chair.page.getByText('You recommended this')).toBeVisible()
  await usable(chair.page)
  const head = await person(browser, 'buyer2@zabuni.test', new URL(chair.page.url()).pathname)
  await decide(head.page, 'Award and send letters')
  await expect(head.page.getByRole('row', { name: /Regret letter/ })).toHaveCount(2)
  await usable(head.page)
  await two.page.goto('/supplier/dashbard/letters')
  await two.page.getByRole('link', { name: /Notification of award: Linen for three wards/ }).click()
  await expect(two.page.getByText('KES 850,000.00').first()).toBeVisible()
  await usable(two.page)
  for (const { complaints } of [host, out, one, two, chair, head]) expect(complaints).toEqual([])
})

for (const room of ROOMS) {
  const { kind } = room
  const title = `Oxygen for ward ${kind} ${Date.now() % 100_000}`
  test(`a room goes from its rules to its end: ${kind}`, async ({ browser, request }) => {
    test.slow()
    const host = await person(browser, 'buyer@zabuni.test', `/buyer/list/${kind}/auction`)
    const author = host.page
    await heading(author, room.lists)
    await usable(author)
    await follow(author, author.getByRole('link', { name: room.create }).first())
    await heading(author, room.create)
    await author.getByLabel('Title').fill(title)
    await author.getByLabel('Your own number').fill(`MRH/A/${Date.now()}`)
    await author.getByRole('checkbox', { name: /technical part/ }).uncheck()
    const now = await clock(request)
    const starts = Math.floor((now + NAIROBI) / DAY + 2) * DAY + 7 * 3_600_000 // ten in the morning there
    await author.getByLabel('Visible from').fill(typed(now - DAY))
    await author.getByLabel('Live part starts').fill(typed(starts))
    await author.getByLabel('Live part ends').fill(typed(starts))
    await author.getByLabel('Never beyond').fill(typed(starts))
    await author.getByLabel('Starting price').fill(room.opens)
    await author.getByLabel('Step in').selectOption('amount')
    // A step of nothing is refused at its field, and nothing that was typed is lost.
    await author.getByLabel('Least step').fill('0')
    await author.getByRole('button', { name: 'Create draft' }).click()
    await expect(author.getByLabel('Least step')).toHaveAttribute('aria-invalid', 'true')
    await expect(author.getByLabel('Title')).toHaveValue(title)
    await author.getByLabel('Least step').fill('1000')
    await expect(
      author.getByText(`Each bid is at least KES 1,000.00 ${room.step} the best bid.`),
    ).toBeVisible()
    await usable(author)
    await author.getByRole('button', { name: 'Create draft' }).click()
    await landed(author, new RegExp(`/buyer/[0-9a-f-]{36}/${kind}/auction`))
    await heading(author, title)
    const id = new URL(author.url()).pathname.split('/')[2]

    await tab(author, 'Items')
    await follow(author, author.getByRole('link', { name: 'Add', exact: false }).last())
    await heading(author, 'Add an item')
    await author.getByLabel('Description').fill('Oxygen, medical, in cylinders of 10 m³')
    await author.getByLabel('Quantity').fill('480')
    await author.getByLabel('Unit').fill('cylinder')
    await usable(author)
    await author.getByRole('button', { name: 'Add', exact: false }).last().click()
    await heading(author, 'Oxygen, medical, in cylinders of 10 m³')
    // What belongs to it is sent several at once; one that is not what its name says is refused by its name.
    await author.goto(`/buyer/${id}/${kind}/auction`)
    await follow(author, author.getByRole('link', { name: 'Upload several files' }))
    await usable(author)
    const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')
    await author.getByLabel('Add files').setInputFiles([
      { name: 'terms.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'ንድፍ.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    ])
    await expect(author.getByRole('button', { name: 'Download terms.pdf' })).toBeVisible()
    await expect(author.getByRole('button', { name: 'Download ንድፍ.pdf' })).toBeVisible()
    await expect(author.getByRole('button', { name: 'Try again' })).toHaveCount(1)
    await usable(author)
    await author.getByRole('button', { name: 'Remove photo.png' }).click()
    await author.getByRole('button', { name: 'Remove ንድፍ.pdf' }).click()
    await expect(author.getByText('ንድፍ.pdf')).toHaveCount(0)

    await author.goto(`/buyer/invite/suppliers/${id}/${kind}/auction`)
    for (const name of ['Savanna Medical', 'Volta Diagnostics']) {
      await author.getByRole('searchbox').fill(name)
      await author.getByRole('checkbox', { name: new RegExp(name) }).check()
    }
    await author.getByRole('button', { name: /^Invite/ }).click()

    await author.goto(`/buyer/${id}/${kind}/auction`)
    await author.getByRole('button', { name: 'Publish' }).click()
    await author.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(author.getByRole('dialog')).toHaveCount(0)
    await tab(author, 'Room')
    await expect(author.getByText('Upcoming').first()).toBeVisible()
    await usable(author)

    // Both enter, one of them on a phone; before the start nobody can bid.
    const first = await person(browser, 'supplier@zabuni.test', `/supplier/list/${kind}/auction`)
    const second = await person(
      browser,
      'supplier3@zabuni.test',
      `/supplier/list/${kind}/auction`,
      390,
    )
    for (const { page } of [first, second]) {
      await heading(page, room.lists)
      await usable(page)
      await follow(page, page.getByRole('link', { name: title }))
      await usable(page)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download terms.pdf' }).click(),
      ])
      expect(file.suggestedFilename()).toBe('terms.pdf')
      // Who wants to practises first: against robots, where a bid counts for nothing.
      await follow(page, page.getByRole('link', { name: 'Practise' }))
      await usable(page)
      await page.getByRole('button', { name: 'Begin to practise' }).click()
      await expect(page.getByRole('button', { name: 'Place bid' })).toBeEnabled()
      await bid({ page }, put(room.practised))
      await expect(page.getByText(stands(room.practised))).toBeVisible()
      await usable(page)
      await page.getByRole('button', { name: 'Begin anew' }).click()
      await expect(page.getByText(/stands, at rank 1/)).toHaveCount(0)
      await follow(page, page.getByRole('link', { name: title }))
      await page.getByRole('button', { name: 'Enter the room' }).click()
      await landed(page, /\/supplier\/bid\//)
      await expect(page.getByRole('button', { name: 'Place bid' })).toBeDisabled()
      await usable(page)
    }
    const [deskAt, oneAt, twoAt] = [host, first, second].map(
      ({ page }) => new URL(page.url()).pathname,
    )
    for (const { page, complaints } of [host, first, second]) {
      expect(complaints).toEqual([])
      await page.context().close()
    }
    // Two days end everybody's session.
    await advance(request, `${Math.ceil((starts - (await clock(request))) / 1000) + 1}s`)
    let chair = await person(browser, 'buyer@zabuni.test', deskAt)
    let desk = chair.page
    const one = await person(browser, 'supplier@zabuni.test', oneAt)
    const two = await person(browser, 'supplier3@zabuni.test', twoAt, 390)
    await expect(desk.getByText('Open', { exact: true }).first()).toBeVisible()

    // Nothing stands before the server has said so; what improves too little is refused with what would do.
    await bid(one, put(room.first))
    await expect(one.page.getByText(stands(room.first))).toBeVisible()
    await bid(two, room.tooLittle)
    await expect(two.page.getByText(`it must be ${room.would} or better`)).toBeVisible()
    // A bid that goes far is asked about first.
    await bid(two, put(room.far))
    const far = two.page.getByRole('dialog', { name: `Do you mean KES ${room.far}?` })
    await usable(two.page)
    await far.getByRole('button', { name: 'Cancel' }).click()
    await bid(two, put(room.second))
    await expect(two.page.getByText(stands(room.second))).toBeVisible()
    await expect(one.page.getByText(says(room.second)).first()).toBeVisible()
    await usable(one.page)
    await usable(two.page)

    // The host pauses with a reason that all read, resumes, voids the best bid and ends the room.
    await desk.getByRole('button', { name: 'Pause' }).click()
    await usable(desk)
    await because(desk, 'Pause', 'The power has gone')
    await expect(one.page.getByText('The power has gone')).toBeVisible()
    await expect(one.page.getByRole('button', { name: 'Place bid' })).toBeDisabled()
    await desk.getByRole('button', { name: 'Resume' }).click()
    await because(desk, 'Resume', 'It is back')
    await expect(one.page.getByRole('button', { name: 'Place bid' })).toBeEnabled()
    // One who sits without a network sends a paper: it counts when it is entered, with its scan, and its bidder reads it.
    const row = desk.getByRole('row', { name: /Volta Diagnostics/ })
    await row.getByRole('button', { name: 'Bid from paper' }).click()
    const form = desk.getByRole('dialog', { name: 'Enter a bid on paper by Volta Diagnostics' })
    await usable(desk)
    await form.getByLabel('Price for all items').fill(put(room.paper))
    await form.getByLabel('Reason').fill('Its line is down: the form came by hand')
    await form.getByRole('button', { name: 'Bid from paper' }).click()
    await expect(form.getByRole('alert').filter({ hasText: 'required' })).toBeVisible()
    await expect(form.getByLabel('Price for all items')).toHaveValue(
      new RegExp(room.paper.slice(0, 3)),
    )
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'form-17.pdf', mimeType: 'application/pdf', buffer: pdf })
    await form.getByRole('button', { name: 'Bid from paper' }).click()
    await expect(form).toHaveCount(0)
    await expect(desk.getByText('Bid on paper').first()).toBeVisible()
    await usable(desk)
    await expect(two.page.getByText('Its line is down: the form came by hand')).toBeVisible()
    await usable(two.page)
    for (const { page } of [{ page: desk }, two]) {
      const [scan] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Scan' }).first().click(),
      ])
      expect(scan.suggestedFilename()).toBe('Scan.pdf')
      expect(readFileSync(await scan.path()).equals(pdf)).toBe(true)
    }
    await expect(one.page.getByText(says(room.paper)).first()).toBeVisible()
    await expect(one.page.getByText('form came by hand')).toHaveCount(0)

    await desk.getByRole('button', { name: 'Void' }).first().click()
    await expect(
      desk.getByRole('dialog', { name: new RegExp(`KES.${room.paper} by Volta Diagnostics`) }),
    ).toBeVisible()
    await because(desk, 'Void', 'It was a slip, says the bidder')
    await expect(two.page.getByText('It was a slip, says the bidder')).toBeVisible()
    await expect(two.page.getByText(says(room.second)).first()).toBeVisible()
    // Whoever shares its price is blocked, and lets the other one go on.
    await row.getByRole('button', { name: 'Block' }).click()
    await because(desk, 'Block', 'It has told its price')
    await expect(two.page.getByText(/blocked/i).first()).toBeVisible()
    await expect(two.page.getByRole('button', { name: 'Place bid' })).toBeDisabled()
    await row.getByRole('button', { name: 'Unblock' }).click()
    await because(desk, 'Unblock', 'It was another')
    await bid(one, put(room.third))
    await expect(one.page.getByText('You lead')).toBeVisible()
    // A bid in the last moments moves the end. Who proves nothing for so long signs in anew to end it.
    const ends = Date.parse(await desk.getByRole('timer').first().getAttribute('datetime'))
    await advance(request, `${Math.ceil((ends - (await clock(request))) / 1000) - 60}s`)
    await bid(one, put(room.last))
    await expect(one.page.getByText(stands(room.last))).toBeVisible()
    expect(chair.complaints).toEqual([])
    await desk.context().close()
    chair = await person(browser, 'buyer@zabuni.test', deskAt)
    desk = chair.page
    await expect(desk.getByText('In extra time').first()).toBeVisible()
    await end(desk, 'Nobody bids any more')
    await expect(one.page.getByText(/The room is closed/)).toBeVisible()
    await usable(desk)
    await usable(one.page)

    // What has happened is taken as a signed log, which a program that knows its form alone decides anew.
    const [log] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Signed log' }).click(),
    ])
    expect(log.suggestedFilename()).toBe('auction-log.jsonl')
    const { verifier_key: key } = await (await request.get('/api/supplier/log')).json()
    const check = fileURLToPath(new URL('../../../docs/check-auction.mjs', import.meta.url))
    execFileSync(process.execPath, [check, key, await log.path()])
    expect(readFileSync(await log.path(), 'utf8')).not.toMatch(/Volta|slip/)

    // What has happened is taken as a workbook.
    await follow(desk, desk.getByRole('link', { name: 'Reports', exact: true }))
    await heading(desk, 'Reports')
    await usable(desk)
    await desk.getByRole('button', { name: 'Report of the room: Excel' }).click()
    await landed(desk, new RegExp(`/company/${kind}-auction/report/progress/`))
    await expect(desk.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible()
    await usable(desk)
    const [taken] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    expect(taken.suggestedFilename()).toBe('room.xlsx')

    // Nothing was asked for on paper: what stands in the room is ranked, recommended by one and awarded by another.
    await desk.goto(deskAt)
    await follow(desk, desk.getByRole('link', { name: 'Result', exact: true }))
    await expect(desk.getByText('No papers were asked for')).toBeVisible()
    await expect(desk.getByRole('link', { name: 'Opening', exact: true })).toHaveCount(0)
    await usable(desk)
    await decide(desk, 'Compute the ranking')
    await expect(desk.getByText('Ranking computed')).toBeVisible()
    await usable(desk)
    await desk.goto(`/company/${kind}-auction/ranking/${id}`)
    await expect(desk.getByRole('listitem').filter({ hasText: 'Savanna Medical' })).toContainText(
      says(room.last),
    )
    await usable(desk)
    await follow(desk, desk.getByRole('link', { name: 'Award and letters' }))
    await desk.getByRole('button', { name: 'Recommend Savanna Medical' }).click()
    await expect(desk.getByText('You recommended this')).toBeVisible()
    await usable(desk)
    const head = await person(browser, 'buyer2@zabuni.test', new URL(desk.url()).pathname)
    await decide(head.page, 'Award and send letters')
    await expect(head.page.getByRole('row', { name: /Regret letter/ })).toHaveCount(1)
    await usable(head.page)
    await one.page.goto('/supplier/dashbard/letters')
    await one.page
      .getByRole('link', { name: new RegExp(`Notification of award: ${title}`) })
      .click()
    await expect(one.page.getByText(says(room.last)).first()).toBeVisible()
    await usable(one.page)
    expect(head.complaints).toEqual([])
    for (const { complaints } of [chair, one, two]) expect(complaints).toEqual([])
  })
}
