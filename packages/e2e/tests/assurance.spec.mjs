import { decide, declareNone, dialog, heading, press, reach } from './acts.mjs'
import { buyerDesk } from './desk.mjs'
import { expect, follow, landed, listen, signIn, test, toJob, usable } from './people.mjs'

/** A person at a screen, wide or narrow; what the browser complains of is collected. */
const people = (browser) => {
  const heard = []
  const person = async (email, width = 1440) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    heard.push(listen(page, ['status of 403', 'status of 412', 'status of 422']))
    await signIn(page, email)
    return page
  }
  return { person, heard }
}

/** From a list of jobs to the checks of a category. */
const toChecks = async (page, list, job, category) => {
  await toJob(page, list, job)
  await follow(page, page.getByRole('link', { name: category, exact: true }))
  await follow(page, page.getByRole('link', { name: 'Opening and evaluation' }))
  await follow(page, page.getByRole('link', { name: 'Quality assurance', exact: true }))
  await heading(page, 'Quality assurance')
}

const answer = (page, prompt) => page.getByRole('listitem', { name: prompt })
const verdict = (page, prompt, name) =>
  answer(page, prompt).getByRole('radio', { name, exact: true })
/** Finds every answer of a bid valid, and finishes. */
const allValid = async (page) => {
  for (const prompt of [LICENCE, PLAN]) {
    await verdict(page, prompt, 'Valid').check()
    await answer(page, prompt).getByRole('button', { name: 'Save' }).click()
    await expect(answer(page, prompt).getByRole('status')).toBeVisible()
  }
  await decide(page, 'Finish the check')
}
const LICENCE = 'Do you hold a valid trading licence?'
const PLAN = 'Describe your delivery plan, installation and training.'

/** The sheet of a bid, from the list of them. */
const sheetOf = (page, bid, act) =>
  page.getByRole('listitem').filter({ hasText: bid }).getByRole('link', { name: act, exact: true })

test('two people check bids, one by the keyboard alone and one on a phone, and differ', async ({
  browser,
}) => {
  const { person, heard } = people(browser)
  const selam = await person('rail@zabuni.test')
  const tigist = await person('rail2@zabuni.test', 390)
  const way = ['/company/supplier-registration/list', 'Register of electricians', 'Electricians']
  await toChecks(selam, ...way)
  await expect(selam.getByRole('link', { name: 'Check', exact: true })).toHaveCount(0)

  // Without a mouse: interests, and how many bids are checked twice.
  await press(
    selam,
    selam.getByRole('radio', { name: 'I have no interest in any bidder' }),
    'Space',
  )
  await press(selam, selam.getByRole('button', { name: 'Declare' }))
  await expect(selam.getByRole('link', { name: 'Check', exact: true })).toHaveCount(2)
  const sample = selam.getByLabel('Bids that are checked twice')
  await reach(selam, sample)
  await selam.keyboard.type('101')
  await press(selam, selam.getByRole('button', { name: 'Set the sample' }))
  await expect(selam.getByText('Enter a value from 0 to 100')).toBeVisible()
  await reach(selam, sample)
  await selam.keyboard.press('ControlOrMeta+a')
  await selam.keyboard.type('100')
  await selam.keyboard.press('Enter')
  await expect(selam.getByText('2 of 2', { exact: true })).toBeVisible()
  await usable(selam)

  // A digit is a verdict; one that sets a bid out says what it rests on.
  await press(selam, sheetOf(selam, 'Lalibela ICT', 'Check'))
  await heading(selam, 'Lalibela ICT Solutions')
  await expect(answer(selam, LICENCE)).toBeFocused()
  await selam.keyboard.press('2')
  await expect(selam.getByLabel('What this rests on')).toBeFocused()
  await selam.keyboard.press('ControlOrMeta+Enter')
  await expect(selam.getByText('This field is required')).toBeVisible()
  await usable(selam)
  await selam.keyboard.press('Shift+Tab')
  await selam.keyboard.press('1')
  await selam.keyboard.press('Enter')
  await expect(answer(selam, PLAN)).toBeFocused()
  await expect(selam.getByText('1 of 2 checked').first()).toBeVisible()
  await selam.keyboard.press('1')
  await selam.keyboard.press('Enter')
  await expect(selam.getByRole('button', { name: 'Finish the check' })).toBeFocused()
  await selam.keyboard.press('Enter')
  await press(selam, dialog(selam, 'Finish the check'))
  await expect(selam.getByText('This check is finished.', { exact: false })).toBeVisible()
  await usable(selam)

  // The second person sees that it is done, and not what was found.
  await toChecks(tigist, ...way)
  await usable(tigist)
  await declareNone(tigist)
  await expect(tigist.getByText('Found, and hidden')).toBeVisible()
  await usable(tigist)
  await follow(tigist, tigist.getByRole('link', { name: 'Second check', exact: true }))
  await heading(tigist, 'Second check')
  await usable(tigist)
  await follow(
    tigist,
    tigist
      .getByRole('row', { name: /Lalibela ICT/ })
      .getByRole('link', { name: 'Check', exact: true }),
  )
  await expect(tigist.getByText('without seeing what they found')).toBeVisible()
  await expect(tigist.getByText('Selam Tesfaye')).toHaveCount(0)
  await usable(tigist)
  await tigist.getByRole('button', { name: 'Finish the check' }).click()
  await expect(tigist.getByText('2 answers are not checked yet')).toBeVisible()
  await verdict(tigist, LICENCE, 'Altered').check()
  await answer(tigist, LICENCE)
    .getByLabel('What this rests on')
    .fill('Another number than that of the registry.')
  await answer(tigist, LICENCE).getByRole('button', { name: 'Save' }).click()
  await verdict(tigist, PLAN, 'Valid').check()
  await answer(tigist, PLAN).getByRole('button', { name: 'Save' }).click()
  await expect(answer(tigist, PLAN).getByRole('status')).toBeVisible()
  await decide(tigist, 'Finish the check')
  await expect(tigist.getByText('They differ: the second check counts')).toBeVisible()
  await expect(tigist.getByText('Both found the same')).toBeVisible()
  await usable(tigist)

  // The other bid, the other way round; the results wait for both of its checks.
  await toChecks(tigist, ...way)
  await follow(tigist, sheetOf(tigist, 'Simien Trading', 'Check'))
  await allValid(tigist)
  await follow(tigist, tigist.getByRole('navigation', { name: 'You are here' }).getByRole('link'))
  await follow(tigist, tigist.getByRole('link', { name: 'Evaluation', exact: true }))
  await tigist.getByRole('button', { name: 'Fix the results' }).click()
  await dialog(tigist, 'Fix the results').click()
  await expect(
    tigist.getByText('Some bids that were drawn are not checked a second time yet'),
  ).toBeVisible()
  await dialog(tigist, 'Cancel').click()
  await follow(selam, selam.getByRole('navigation', { name: 'You are here' }).getByRole('link'))
  await follow(selam, selam.getByRole('link', { name: 'Second check', exact: true }))
  await follow(
    selam,
    selam
      .getByRole('row', { name: /Simien Trading/ })
      .getByRole('link', { name: 'Check', exact: true }),
  )
  await expect(answer(selam, LICENCE)).toBeVisible()
  await press(selam, selam.getByRole('button', { name: 'Next unchecked answer' }))
  await expect(answer(selam, LICENCE)).toBeFocused()
  await selam.keyboard.press('1')
  await selam.keyboard.press('Enter')
  await expect(answer(selam, PLAN)).toBeFocused()
  await selam.keyboard.press('1')
  await selam.keyboard.press('Enter')
  await expect(selam.getByRole('button', { name: 'Finish the check' })).toBeFocused()
  await selam.keyboard.press('Enter')
  await press(selam, dialog(selam, 'Finish the check'))
  await expect(selam.getByText('Both found the same')).toHaveCount(2)

  // The second verdict sets the bid out.
  await decide(tigist, 'Fix the results')
  const bids = tigist.getByRole('listitem')
  await expect(bids.filter({ hasText: 'Lalibela ICT' })).toContainText('Fail')
  await expect(bids.filter({ hasText: 'Simien Trading' })).toContainText('Pass')
  await usable(tigist)
  expect(heard.flat()).toEqual([])
})

test('the operator checks for a buyer that has bought it, and the buyer checks again', async ({
  browser,
  playwright,
  baseURL,
}) => {
  const { person, heard } = people(browser)
  const wanjiru = await person('qed@zabuni.test')
  const selam = await person('rail@zabuni.test')
  const way = ['Printers of tickets', 'Ticket rolls']
  await toChecks(selam, '/company/prequalifications', ...way)
  const here = new URL(selam.url()).pathname
  await wanjiru.goto(here.replace('/company/', '/zabuni/'))
  await heading(wanjiru, 'Quality assurance')
  await declareNone(wanjiru)
  await wanjiru.getByLabel('Bids that are checked twice').fill('1')
  await wanjiru.getByRole('button', { name: 'Set the sample' }).click()
  await expect(wanjiru.getByText('1 of 2', { exact: true })).toBeVisible()
  await usable(wanjiru)

  // One takes a bid; nobody else checks it then.
  await declareNone(selam)
  const drawn = wanjiru.getByRole('listitem').filter({ hasText: 'Drawn for a second check' })
  await drawn.getByLabel(/^Who checks/).selectOption({ label: 'Wanjiru Kamau' })
  await expect(drawn.getByText('Given to somebody')).toBeVisible()
  await selam.reload()
  const same = selam.getByRole('listitem').filter({ hasText: 'Drawn for a second check' })
  await expect(same.getByRole('link', { name: 'View' })).toBeVisible()
  await expect(same.getByRole('link', { name: 'Check', exact: true })).toHaveCount(0)
  await follow(selam, same.getByRole('link', { name: 'View' }))
  await expect(selam.getByText('Somebody else checks this bid')).toBeVisible()
  await expect(selam.getByRole('button', { name: 'Finish the check' })).toHaveCount(0)
  await usable(selam)

  await follow(wanjiru, drawn.getByRole('link', { name: 'Check', exact: true }))
  await allValid(wanjiru)
  await wanjiru.goto(`${new URL(wanjiru.url()).pathname}/quality_control`)
  await expect(wanjiru.getByText('Who had a hand in one check of a bid')).toBeVisible()
  await usable(wanjiru)

  await selam.goto(here)
  await follow(selam, selam.getByRole('link', { name: 'Second check', exact: true }))
  await follow(selam, selam.getByRole('link', { name: 'Check', exact: true }))
  await allValid(selam)
  await expect(selam.getByText('Both found the same')).toHaveCount(2)
  await follow(wanjiru, wanjiru.getByRole('link', { name: 'Back to the bids' }))
  await follow(wanjiru, wanjiru.getByRole('link', { name: 'All categories of the job' }))
  await heading(wanjiru, 'Quality control')
  await expect(wanjiru.getByRole('row', { name: /Ticket rolls/ })).toContainText('100%')
  await usable(wanjiru)
  await follow(wanjiru, wanjiru.getByRole('link', { name: 'Ticket rolls' }))
  await landed(wanjiru, /quality_control_participants/)

  // A buyer that has bought nothing checks for itself.
  const own = await buyerDesk(playwright, baseURL)
  const [tender] = (await own.call('GET', '/jobs?activity=tender&status=closed')).items
  const [category] = (await own.call('GET', `/jobs/${tender.id}`)).categories
  await own.end()
  await wanjiru.goto(`/zabuni/tender/qa/instructions/${category.id}`)
  await expect(wanjiru.getByText('This buyer evaluates for itself')).toBeVisible()
  await usable(wanjiru)
  expect(heard.flat()).toEqual([])
})
