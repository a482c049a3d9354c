import {
  advance,
  expect,
  follow,
  landed,
  listen,
  mailTo,
  search,
  signIn,
  test,
  usable,
} from './people.mjs'

const heading = (page, name) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
const dialog = (page, name) => page.getByRole('dialog').getByRole('button', { name })
const saved = (page) =>
  expect(page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d [AP]M$/ })).toBeVisible()

const tab = (page, name) =>
  page
    .getByRole('navigation', { name: 'Parts of the category' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()

const supplier = `asha.${Date.now()}@kazi.example`

const register = async (page, request) => {
  await page.goto('/register')
  await page.getByLabel('Company type').selectOption('limited')
  await page.getByLabel('Company name').fill('Kazi Engineering')
  await page.getByLabel('Country').selectOption({ label: 'Kenya' })
  await page
    .getByRole('combobox', { name: 'Location or county' })
    .selectOption({ label: 'Nairobi' })
  await page.getByLabel('Physical address').fill('Kenyatta Avenue, Nairobi')
  await page.getByLabel('Company phone').fill('0701 234 567')
  await page.getByLabel('Contact person').fill('Asha Juma')
  await page.getByLabel('KRA PIN').fill('P051234567Z')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Juma')
  await page.getByLabel('Email address').fill(supplier)
  await page.getByLabel('Your phone').fill('0701 234 568')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('maji2moto')
  await page.getByLabel('Confirm password').fill('maji2moto')
  await page.getByRole('checkbox', { name: /Terms/ }).check()
  await usable(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(supplier)).toBeVisible()
  const link = new URL((await mailTo(request, supplier, 'Activate')).text.match(/http\S+/)[0])
  await page.goto(link.pathname + link.search)
  await expect(page.getByText('Account activated')).toBeVisible()
}

/** A tender with a scored choice, a text that people score, and two items; it costs KES 500 to bid. */
const author = async (page) => {
  await page.goto('/company/create/tender')
  await page.getByLabel('Title').fill('Water pumps for the theatre block')
  await page.getByLabel('Your own number').fill('MRH/T/900')
  await page.getByRole('button', { name: 'Create tender' }).click()
  await heading(page, 'Water pumps for the theatre block')
  await page.getByRole('link', { name: 'Add category' }).click()
  await page.getByLabel('Name').fill('Booster pumps')
  await page.getByLabel('Bid fee').fill('500')
  await page.getByLabel('Technical part').fill('70')
  await page.getByLabel('Financial part').fill('30')
  await page.getByLabel('Pass mark').fill('50')
  await page.getByRole('button', { name: 'Add category' }).click()
  await heading(page, 'Booster pumps')
  await tab(page, 'Sections and questions')
  await page.getByRole('link', { name: 'Add section' }).click()
  await page.getByLabel('Name').fill('Capacity')
  await page.getByRole('button', { name: 'Add section' }).click()
  await heading(page, 'Capacity')
  await page.getByRole('link', { name: 'Add question' }).first().click()
  await page
    .getByRole('textbox', { name: 'Question', exact: true })
    .fill('Is a service engineer on call?')
  await page.getByLabel('Kind of answer').selectOption('yes_no')
  await page.getByLabel('Must be answered').check()
  await page.getByLabel('This question is scored').check()
  await page.getByLabel('Highest score').fill('10')
  await page.getByLabel('Points for option 1').fill('10')
  await page.getByLabel('Points for option 2').fill('0')
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(page.getByRole('link', { name: 'Is a service engineer on call?' })).toBeVisible()
  await page.getByRole('link', { name: 'Add question' }).first().click()
  await page
    .getByRole('textbox', { name: 'Question', exact: true })
    .fill('Describe your delivery plan')
  await page.getByLabel('Kind of answer').selectOption('textbox')
  await page.getByLabel('Must be answered').check()
  await page.getByLabel('This question is scored').check()
  await page.getByLabel('Highest score').fill('10')
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(page.getByRole('link', { name: 'Describe your delivery plan' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'You are here' })
    .getByRole('link', { name: 'Sections and questions' })
    .click()
  await tab(page, 'Items')
  await page.getByRole('button', { name: 'Paste from Excel' }).click()
  await page
    .getByLabel('Lines out of a spreadsheet')
    .fill('Booster pump, 4 kW\tpcs\t4\nInstallation\tlot\t1')
  await page.getByRole('button', { name: 'Add 2 lines' }).click()
  await expect(page.getByText('2 lines', { exact: true })).toBeVisible()
  await tab(page, 'Overview')
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog(page, 'Publish').click()
  await expect(page.getByText('Published, not open yet')).toBeVisible()
}

const payAndBid = async (page) => {
  await page.goto('/supplier/landing')
  await search(page, 'Booster pumps')
  await page.getByRole('link', { name: 'Booster pumps' }).click()
  await heading(page, 'Booster pumps')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.goto('/supplier/dashboard/cart')
  await expect(page.getByText('Booster pumps')).toBeVisible()
  await usable(page)
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await landed(page, /\/supplier\/payment\/mpesa/)
  await usable(page)
  await page.getByRole('button', { name: /prompt/i }).click()
  await expect(page.getByText('Payment was successful! Proceed to bid.').first()).toBeVisible({
    timeout: 30_000,
  })
  // What was paid for waits among the bids; its own page says the same.
  await follow(page, page.getByRole('link', { name: 'Proceed to bid' }))
  await expect(page.getByRole('button', { name: 'Begin my bid: Booster pumps' })).toBeVisible()
  await usable(page)
  await page.goto('/supplier/landing')
  await search(page, 'Booster pumps')
  await follow(page, page.getByRole('link', { name: 'Booster pumps' }))
  await expect(page.getByRole('button', { name: 'Begin my bid' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await page.goto('/supplier/ongoingbids')
  await page.getByRole('button', { name: 'Begin my bid: Booster pumps' }).click()
  await page.getByRole('link', { name: 'Begin my bid' }).click()
  await page
    .getByRole('group', { name: /service engineer/ })
    .getByLabel('Yes')
    .check()
  await page
    .getByLabel('Describe your delivery plan')
    .fill('Four weeks from order, in two consignments.')
  await saved(page)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByLabel('Unit price 1 ').fill('182500')
  await page.getByLabel('Unit price 1 ').press('Enter')
  await page.getByLabel('Unit price 2 ').fill('60000')
  await page.getByLabel('Unit price 2 ').press('Enter')
  await saved(page)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByRole('button', { name: 'Submit bid' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1 was received' })).toBeVisible()
  await usable(page)
}

const confirm = async (page) => {
  await page.getByRole('button', { name: 'Confirm the opening' }).click()
}

test('one tender from registration to award', async ({ browser, request }) => {
  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const third = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [buyer, bidder, second] = [
    await desk.newPage(),
    await phone.newPage(),
    await third.newPage(),
  ]
  const complaints = [buyer, bidder, second].map((page) => listen(page, ['status of 401']))

  await register(bidder, request)
  await signIn(bidder, supplier)
  await landed(bidder, '/supplier/dashboard')
  await signIn(buyer, 'buyer@zabuni.test')
  await author(buyer)

  // It opens in the morning after this day, whatever the hour is now.
  await advance(request, '36h')
  await signIn(bidder, supplier)
  await payAndBid(bidder)

  // The closing time comes by the database's clock; everybody's session is over by then.
  await advance(request, '720h')
  await signIn(buyer, 'buyer@zabuni.test')
  await signIn(second, 'buyer2@zabuni.test')
  for (const page of [buyer, second]) {
    await page.goto('/company/tenders')
    await page.getByRole('link', { name: 'Water pumps for the theatre block' }).click()
    await page.getByRole('link', { name: 'Booster pumps', exact: true }).click()
    await page.getByRole('link', { name: 'Opening and evaluation' }).click()
    await heading(page, 'Opening of bids')
  }
  await confirm(buyer)
  await expect(buyer.getByText('1 more person of 2 must confirm')).toBeVisible()
  await confirm(second)
  await expect(second.getByRole('cell', { name: 'Kazi Engineering' })).toBeVisible()

  await buyer.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await buyer.getByRole('button', { name: 'Declare' }).click()
  await buyer.getByRole('link', { name: 'Score' }).click()
  await expect(buyer.getByText('Scored automatically: 10.00 of 10')).toBeVisible()
  await buyer.getByLabel(/^Score \(0 to 10/).fill('8')
  await buyer.getByRole('button', { name: 'Save' }).click()
  await expect(buyer.getByText('Score saved')).toBeVisible()
  await buyer.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await buyer.getByRole('button', { name: 'Make my scores final' }).click()
  await buyer.getByRole('button', { name: 'Fix the technical results' }).click()
  await expect(buyer.getByText('Open the financial envelopes of those who passed')).toBeVisible()
  await buyer.getByRole('link', { name: 'Opening', exact: true }).click()
  await confirm(buyer)
  await expect(buyer.getByText('1 more person of 2 must confirm')).toBeVisible()
  await second.reload()
  await confirm(second)
  await expect(second.getByText('Prices opened')).toBeVisible()
  await buyer.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await buyer.getByRole('button', { name: 'Compute the ranking' }).click()
  await buyer.getByRole('link', { name: 'Ranking', exact: true }).click()
  // 70 % of 90 and 30 % of 100
  await expect(buyer.getByRole('definition').filter({ hasText: '93.00' })).toBeVisible()
  await expect(buyer.getByRole('definition').filter({ hasText: 'KES 790,000.00' })).toBeVisible()

  // One recommends, another decides: the award and every letter in one act.
  await buyer.getByRole('link', { name: 'Award and letters' }).click()
  await heading(buyer, 'Award and letters')
  await usable(buyer)
  await buyer.getByRole('radio').check()
  await buyer.getByRole('button', { name: 'Recommend Kazi Engineering' }).click()
  await expect(buyer.getByText('Another person who may award must decide.')).toBeVisible()
  await second.goto(new URL(buyer.url()).pathname)
  await second.getByRole('button', { name: 'Award and send letters' }).click()
  await dialog(second, 'Award and send letters').click()
  await expect(second.getByText('Awarded to')).toBeVisible()

  // The supplier reads it, by mail and in the app; the contract waits as a draft; the operator sees it all.
  const letter = await mailTo(request, supplier, 'Award letter')
  expect(letter.text).toContain('Booster pumps')
  await signIn(bidder, supplier)
  await bidder.goto('/supplier/dashbard/letters')
  await heading(bidder, 'My letters')
  await bidder
    .getByRole('link', { name: /Award letter|Booster pumps/ })
    .first()
    .click()
  await expect(bidder.getByText('Booster pumps').first()).toBeVisible()
  await usable(bidder)
  await bidder.goto('/supplier/closedbids')
  await expect(bidder.getByText('Booster pumps')).toBeVisible()
  await signIn(second, 'contracts@zabuni.test')
  await second.goto('/contract-management/edit')
  await expect(second.getByText('Kazi Engineering')).toBeVisible()
  await usable(second)
  await signIn(second, 'qed@zabuni.test')
  await landed(second, '/zabuni/landing')
  await usable(second)
  expect(complaints.flat()).toEqual([])
  for (const context of [desk, phone, third]) await context.close()
})
