import { decide } from './acts.mjs'
import { buyerDesk, scoreBids } from './desk.mjs'
import { expect, follow, listen, opened, search, signIn, test, toJob, usable } from './people.mjs'

// With the service worker, which the evaluation of the operator meets in no other journey.
test.use({ serviceWorkers: 'allow' })

const heading = (page, name) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()

/** A person at a screen, wide or narrow; what the browser complains of is collected. */
const people = (browser) => {
  const heard = []
  const person = async (email, width = 1440) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    heard.push(listen(page, ['status of 422']))
    await signIn(page, email)
    return page
  }
  return { person, heard }
}

/** From a list of jobs to what follows the closing of a category. */
const toWork = async (page, list, job, category) => {
  await toJob(page, list, job)
  await follow(page, page.getByRole('link', { name: category, exact: true }))
  await follow(page, page.getByRole('link', { name: 'Opening and evaluation' }))
}

/** Activities whose result is a list: what one writes, what the demonstration has of them, what is asked of the list. */
const LISTED = [
  {
    name: 'a prequalification',
    list: '/company/prequalifications',
    create: 'Create prequalification',
    written: 'Suppliers of sleepers',
    job: 'Suppliers of ballast',
    category: 'Ballast',
    quote: 'Ballast for kilometre 40',
    wanted: 'Ballast, 40 to 60 mm',
  },
  {
    name: 'an expression of interest',
    list: '/company/expression_of_interest/list',
    create: 'Create expression of interest',
    written: 'Designers of footbridges',
    job: 'Planters of trees along the line',
    category: 'Tree planting',
    quote: 'Trees for kilometre 40',
    wanted: 'Seedlings of two years',
  },
]

for (const { name, list, create, written } of LISTED)
  test(`${name} is written, published and shown to whom one invites`, async ({ browser }) => {
    const { person, heard } = people(browser)
    const selam = await person('rail@zabuni.test')
    await selam.goto(list)
    await follow(selam, selam.getByRole('link', { name: create }).first())
    await heading(selam, create)
    await selam.getByLabel('Title').fill(written)
    await selam.getByLabel('Your own number').fill(`ARC/${Date.now()}`)
    await usable(selam)
    await selam.getByRole('button', { name: create }).click()
    await heading(selam, written)
    await usable(selam)

    // Answers and a mark to pass: nothing is priced, so nothing is weighed.
    await follow(selam, selam.getByRole('link', { name: 'Add category' }))
    await selam.getByLabel('Name').fill(`${written}, east`)
    await selam.getByRole('combobox', { name: 'Kind of supply' }).fill('med')
    await selam.getByRole('listbox', { name: 'Kind of supply' }).getByRole('option').first().click()
    await expect(selam.getByLabel('Technical part')).toHaveCount(0)
    await selam.getByLabel('Pass mark').fill('50')
    await usable(selam)
    await selam.getByRole('button', { name: 'Add category' }).click()
    await heading(selam, `${written}, east`)
    const tabs = selam.getByRole('navigation', { name: 'Parts of the category' })
    await expect(tabs.getByRole('link', { name: 'Items' })).toHaveCount(0)
    await usable(selam)

    await follow(selam, tabs.getByRole('link', { name: 'Sections and questions' }))
    await follow(selam, selam.getByRole('link', { name: 'Add section' }))
    await selam.getByLabel('Name').fill('Experience')
    await selam.getByRole('button', { name: 'Add section' }).click()
    await heading(selam, 'Experience')
    await follow(selam, selam.getByRole('link', { name: 'Add question' }).first())
    await selam.getByRole('textbox', { name: 'Question', exact: true }).fill('Since when?')
    await selam.getByLabel('Kind of answer').selectOption('textbox')
    await selam.getByLabel('This question is scored').check()
    await selam.getByLabel('Highest score').fill('60')
    await selam.getByRole('button', { name: 'Add question' }).click()
    await expect(selam.getByRole('link', { name: 'Since when?' })).toBeVisible()
    await usable(selam)

    await selam.getByRole('navigation', { name: 'You are here' }).getByRole('link').last().click()
    await tabs.getByRole('link', { name: 'Overview' }).click()
    await selam.getByRole('button', { name: 'Publish' }).click()
    await selam.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(selam.getByText('Published, not open yet').first()).toBeVisible()
    await follow(selam, tabs.getByRole('link', { name: 'Invited suppliers' }))
    await follow(selam, selam.getByRole('link', { name: 'Invite suppliers' }))
    await search(selam, 'Sheba', selam.getByRole('searchbox', { name: 'Search by name' }))
    await selam
      .getByRole('row', { name: /Sheba Medical/ })
      .getByRole('checkbox')
      .check()
    await selam.getByRole('button', { name: 'Invite 1 supplier' }).click()
    await expect(selam.getByRole('main').getByText('Sheba Medical Import')).toBeVisible()
    await usable(selam)
    expect(heard.flat()).toEqual([])
  })

for (const { name, list, job, category, quote, wanted } of LISTED)
  test(`who passes ${name} is listed, and invited from the list to quote`, async ({ browser }) => {
    const { person, heard } = people(browser)
    const selam = await person('rail@zabuni.test')

    // One envelope, one person who opens it.
    await toWork(selam, list, job, category)
    await heading(selam, 'Opening of bids')
    await expect(selam.getByText('Your confirmation alone opens these bids')).toBeVisible()
    await expect(selam.getByText('Financial envelopes')).toHaveCount(0)
    await usable(selam)
    await decide(selam, 'Confirm the opening')
    await selam.getByRole('button', { name: 'Sign the minutes' }).click()
    await expect(selam.getByText(/signed \d/)).toBeVisible()

    // Scores and a mark to pass; neither price nor place.
    await follow(selam, selam.getByRole('link', { name: 'Evaluation', exact: true }))
    await scoreBids(selam, ['50', '45', '5'])
    await decide(selam, 'Fix the results')
    await expect(selam.getByText('Nothing waits for you here')).toBeVisible()
    await usable(selam)
    await follow(selam, selam.getByRole('link', { name: 'Results', exact: true }))
    await heading(selam, 'Results')
    await expect(selam.getByText('All who pass stand beside each other')).toBeVisible()
    for (const absent of ['Price', 'Combined score', 'Financial score'])
      await expect(selam.getByText(absent, { exact: true })).toHaveCount(0)
    await usable(selam)

    // All who passed are proposed together; another person decides, and sees who.
    await follow(selam, selam.getByRole('link', { name: 'Result and letters' }))
    await selam.getByRole('button', { name: 'Recommend all who passed' }).click()
    await expect(selam.getByText('You recommended this')).toBeVisible()
    await usable(selam)
    const tigist = await person('rail2@zabuni.test', 390)
    await tigist.goto(new URL(selam.url()).pathname)
    await tigist.getByRole('button', { name: 'Decide and send letters' }).click()
    const sure = tigist.getByRole('dialog', { name: 'Put 2 suppliers on the list?' })
    await expect(sure).toContainText('Lalibela ICT Solutions')
    await expect(sure).toContainText('1 other bidder is told')
    await expect(sure).toContainText('cannot be taken back')
    await usable(tigist)
    await sure.getByRole('button', { name: 'Decide and send letters' }).click()
    await expect(tigist.getByRole('main').getByText('On the list')).toBeVisible()
    await usable(tigist)

    // One of the two is put off the list for a time, with a reason that stands there.
    await follow(selam, selam.getByRole('link', { name: 'Approved suppliers' }))
    await usable(selam)
    await follow(selam, selam.getByRole('link', { name: category }))
    await heading(selam, category)
    // Another journey renames that company: "PLC" may stand behind it.
    await selam.getByRole('button', { name: /What can be done with Simien Trading/ }).click()
    await selam.getByRole('menuitem', { name: 'Suspend' }).click()
    const ask = selam.getByRole('dialog', { name: /^Suspend Simien Trading/ })
    await ask.getByRole('button', { name: 'Suspend' }).click()
    await expect(ask.getByText('This field is required')).toBeVisible()
    await ask.getByLabel('Reason').fill('Its quarry licence is being renewed.')
    await usable(selam)
    await ask.getByRole('button', { name: 'Suspend' }).click()
    await expect(selam.getByRole('row', { name: /Simien Trading/ })).toContainText('Suspended')
    await expect(selam.getByText('Its quarry licence is being renewed.')).toBeVisible()
    await usable(selam)

    // A quotation does without questions unless its author wants them; then it weighs.
    await selam.goto('/company/create/rfq')
    await selam.getByLabel('Title').fill(quote)
    await selam.getByLabel('Your own number').fill(`ARC/${Date.now()}`)
    await selam.getByRole('button', { name: 'Create RFQ' }).click()
    await heading(selam, quote)
    await follow(selam, selam.getByRole('link', { name: 'Add category' }))
    await selam.getByLabel('Name').fill(wanted)
    await expect(selam.getByText('Nothing is asked')).toBeVisible()
    await expect(selam.getByLabel('Technical part')).toHaveCount(0)
    await selam.getByLabel('Ask sections and questions').check()
    await expect(selam.getByLabel('Technical part')).toBeVisible()
    await usable(selam)
    await selam.getByLabel('Ask sections and questions').uncheck()
    await expect(selam.getByLabel('Technical part')).toHaveCount(0)
    await selam.getByRole('button', { name: 'Add category' }).click()
    await heading(selam, wanted)
    const tabs = selam.getByRole('navigation', { name: 'Parts of the category' })
    await expect(tabs.getByRole('link', { name: 'Sections and questions' })).toHaveCount(0)

    // Who is put off is not invited.
    await follow(selam, tabs.getByRole('link', { name: 'Invited suppliers' }))
    await follow(selam, selam.getByRole('link', { name: 'Invite from a list' }))
    await usable(selam)
    await follow(selam, selam.getByRole('link', { name: category, exact: true }))
    await expect(selam.getByText(`1 supplier can be invited to ${wanted}`)).toBeVisible()
    await selam.setViewportSize({ width: 390, height: 844 })
    await usable(selam)
    await selam.getByRole('button', { name: 'Invite 1 supplier' }).click()
    await selam.getByRole('dialog').getByRole('button', { name: 'Invite 1 supplier' }).click()
    // Who is left out is named, and why.
    const left = selam.getByRole('dialog', { name: '1 supplier invited' })
    await expect(left.getByRole('listitem')).toContainText(['Simien Trading'])
    await expect(left).toContainText('It is suspended on the list.')
    await usable(selam)
    await left.getByRole('button', { name: 'To the invitations' }).click()
    // What happens to them elsewhere is told at the edge of the screen meanwhile.
    const invited = selam.getByRole('main')
    await expect(invited.getByText('Lalibela ICT Solutions')).toBeVisible()
    await expect(invited.getByText('Simien Trading')).toHaveCount(0)
    await usable(selam)
    expect(heard.flat()).toEqual([])
  })

test('assets are awarded item by item, the highest price first', async ({ browser }) => {
  const { person, heard } = people(browser)
  const selam = await person('rail@zabuni.test', 390)
  await toWork(selam, '/company/asset_disposal/list', 'Coaches out of service', 'Coaches')
  await expect(selam.getByText('Technical envelopes')).toHaveCount(0)
  await usable(selam)
  await follow(selam, selam.getByRole('link', { name: 'Ranking', exact: true }))
  await expect(selam.getByText('Higher price, then higher technical score')).toBeVisible()
  await usable(selam)

  // The best of each is chosen; an item that nobody gets wants a reason.
  await follow(selam, selam.getByRole('link', { name: 'Decision', exact: true }))
  const van = selam.getByRole('group', { name: 'Who gets Luggage van, 1991' })
  await expect(van.getByRole('radio', { name: /Simien Trading/ })).toBeChecked()
  await van.getByRole('radio', { name: 'Nobody gets it' }).check()
  await expect(selam.getByText('1 item goes to nobody')).toBeVisible()
  await selam.getByRole('button', { name: 'Recommend 2 items' }).click()
  await expect(selam.getByRole('alert')).toContainText('1 field to correct')
  await usable(selam)
  await selam.getByLabel('Reason').fill('The van goes to the museum in Dire Dawa.')
  await selam.getByRole('button', { name: 'Recommend 2 items' }).click()
  await expect(selam.getByText('You recommended this')).toBeVisible()

  const tigist = await person('rail2@zabuni.test')
  await tigist.goto(new URL(selam.url()).pathname)
  await usable(tigist)
  await tigist.getByRole('button', { name: 'Award', exact: true }).click()
  const sure = tigist.getByRole('dialog', { name: 'Award 2 items?' })
  for (const said of ['ETB 820,000.00', 'ETB 166,000.00', '1 item goes to nobody', 'cannot be'])
    await expect(sure).toContainText(said)
  await usable(tigist)
  await sure.getByRole('button', { name: 'Award', exact: true }).click()
  await expect(tigist.getByText('Awarded to')).toBeVisible()
  await expect(
    tigist.getByRole('group', { name: 'Who gets Luggage van, 1991' }).getByText('Nobody gets it'),
  ).toBeVisible()
  await usable(tigist)

  // Decisions of every activity stand in one place.
  await follow(tigist, tigist.getByRole('link', { name: 'Decisions and letters' }))
  await expect(tigist.getByRole('row', { name: /Coaches/ })).toContainText(
    'Lalibela ICT Solutions, Simien Trading',
  )
  await expect(tigist.getByRole('row', { name: /Signalling parts/ })).toBeVisible()
  await usable(tigist)
  expect(heard.flat()).toEqual([])
})

/** What the operator evaluates for the railway. */
const OPERATED = [
  {
    name: 'prequalifications',
    buyers: '/zabuni/prequal/buyers',
    job: 'Caterers for staff canteens',
    category: 'Canteen catering',
    sheet: (page) =>
      opened(page, '/{product}/prequal/conduct/evaluation/{categoryId}/{participantId}'),
    questions: '/{product}/prequal/evaluation/questions/{categoryId}',
    instructions: '/zabuni/prequal/evaluation/instructions',
  },
  {
    name: 'expressions of interest',
    buyers: '/zabuni/expression_of_interest/buyers',
    job: 'Kiosks at stations',
    category: 'Station kiosks',
    sheet: (page) =>
      opened(
        page,
        '/{product}/expression_of_interest/conduct/evaluation/{categoryId}/{participantId}',
      ),
    questions: '/{product}/expression_of_interest/evaluation/questions/{categoryId}',
    instructions: '/zabuni/expression_of_interest/evaluation/instructions',
  },
]

for (const { name, buyers, job, category, sheet, questions, instructions } of OPERATED)
  test(`the operator evaluates ${name} for a buyer that has bought it, and opens nothing`, async ({
    browser,
    playwright,
    baseURL,
  }) => {
    const { person, heard } = people(browser)
    const qed = await person('qed@zabuni.test')
    await qed.goto(buyers)
    await follow(qed, qed.getByRole('link', { name: 'Awash Rail Corporation' }))
    await follow(qed, qed.getByRole('link', { name: job }))
    await follow(qed, qed.getByRole('link', { name: category, exact: true }))
    await follow(qed, qed.getByRole('link', { name: 'Opening and evaluation' }))
    await heading(qed, 'Evaluation')
    await expect(qed.getByRole('link', { name: 'Opening', exact: true })).toHaveCount(0)
    await usable(qed)
    await scoreBids(qed, ['48', '20'], async () => {
      await sheet(qed)
      await usable(qed)
    })
    await follow(qed, qed.getByRole('link', { name: 'By question', exact: true }))
    await opened(qed, questions)
    await usable(qed)
    await qed.goBack()
    await decide(qed, 'Fix the results')
    await expect(qed.getByText('Nothing waits for you here')).toBeVisible()
    await qed.setViewportSize({ width: 390, height: 844 })
    await usable(qed)
    await follow(qed, qed.getByRole('link', { name: 'Results', exact: true }))
    await expect(qed.getByRole('listitem').filter({ hasText: 'Lalibela' })).toContainText('Pass')
    await usable(qed)
    expect(heard.flat()).toEqual([])

    // A buyer that has bought nothing evaluates for itself.
    const own = await buyerDesk(playwright, baseURL)
    const [tender] = (await own.call('GET', '/jobs?activity=tender&status=published')).items
    const [priced] = (await own.call('GET', `/jobs/${tender.id}`)).categories
    await own.end()
    await qed.goto(`${instructions}/${priced.id}`)
    await expect(qed.getByText('This buyer evaluates for itself')).toBeVisible()
    await usable(qed)
  })
