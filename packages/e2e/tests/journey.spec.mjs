import {
  activate,
  author,
  confirm,
  decide,
  declareNone,
  dialog,
  heading,
  payAndBid,
  register,
  saved,
} from './acts.mjs'
import {
  advance,
  expect,
  follow,
  landed,
  listen,
  mailTo,
  PASSWORD,
  signInByForm,
  test,
  toJob,
  usable,
} from './people.mjs'

const category = 'Booster pumps'

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

  const supplier = await register(bidder, { company: 'Kazi Engineering', password: PASSWORD })
  await activate(bidder, request, supplier)
  await signInByForm(bidder, supplier)
  await landed(bidder, '/supplier/dashboard')
  await signInByForm(buyer, 'buyer@zabuni.test')
  // It costs KES 500 to bid.
  await author(buyer, {
    activity: 'tender',
    path: '/company/create/tender',
    title: 'Water pumps for the theatre block',
    code: 'MRH/T/900',
    category,
    terms: { 'Bid fee': '500', 'Technical part': '70', 'Financial part': '30', 'Pass mark': '50' },
    items: ['Booster pump, 4 kW\tpcs\t4', 'Installation\tlot\t1'],
  })

  // It opens in the morning after this day, whatever the hour is now.
  await advance(request, '36h')
  await signInByForm(bidder, supplier)
  // Who has read for a while goes on where he was.
  await advance(request, '15m')
  await payAndBid(bidder, { category, prices: ['182500', '60000'], points: 10 })

  // A second thought that is not submitted.
  await bidder.getByRole('link', { name: 'Change' }).last().click()
  await bidder.getByLabel('Unit price 1 ').fill('190000')
  await bidder.getByLabel('Unit price 1 ').press('Enter')
  await saved(bidder)

  // The closing time comes by the database's clock; everybody's session is over by then.
  await advance(request, '720h')
  await signInByForm(bidder, supplier)
  await bidder.goto('/supplier/ongoingbids')
  await bidder.getByRole('link', { name: 'Closed' }).click()
  await follow(bidder, bidder.getByRole('link', { name: category }))
  await expect(
    bidder.getByText('version 1, which the receipt above proves, is your bid'),
  ).toBeVisible()
  const unsent = bidder.getByRole('region', { name: 'Your draft, never submitted' })
  const price = unsent.getByRole('cell', { name: '190,000.00' })
  await expect(price).toHaveCSS('text-decoration-line', 'line-through')
  await usable(bidder)
  await signInByForm(buyer, 'buyer@zabuni.test')
  await signInByForm(second, 'buyer2@zabuni.test')
  for (const page of [buyer, second]) {
    await toJob(page, '/company/tenders', 'Water pumps for the theatre block')
    await page.getByRole('link', { name: 'Booster pumps', exact: true }).click()
    await page.getByRole('link', { name: 'Opening and evaluation' }).click()
    await heading(page, 'Opening of bids')
  }
  await confirm(buyer)
  await expect(buyer.getByText('1 more person of 2 must confirm')).toBeVisible()
  await confirm(second)
  await expect(second.getByRole('cell', { name: 'Kazi Engineering' })).toBeVisible()

  await buyer.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await declareNone(buyer)
  await buyer.getByRole('link', { name: 'Score' }).click()
  await expect(buyer.getByText('Scored automatically: 10 of 10')).toBeVisible()
  await buyer.getByLabel(/^Score \(0 to 10/).fill('8')
  await buyer.getByRole('button', { name: 'Save' }).click()
  await expect(buyer.getByRole('status').filter({ hasText: 'Score saved' })).toBeAttached()
  await buyer.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await decide(buyer, 'Make my scores final')
  await decide(buyer, 'Fix the technical results')
  await expect(buyer.getByText('Open the financial envelopes of those who passed')).toBeVisible()
  await buyer.getByRole('link', { name: 'Opening', exact: true }).click()
  await confirm(buyer)
  await expect(buyer.getByText('1 more person of 2 must confirm')).toBeVisible()
  await second.reload()
  await confirm(second)
  await expect(second.getByText('Prices opened')).toBeVisible()
  await buyer.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await decide(buyer, 'Compute the ranking')
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
  await signInByForm(bidder, supplier)
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
  await signInByForm(second, 'contracts@zabuni.test')
  await second.goto('/contract-management/edit')
  await expect(second.getByText('Kazi Engineering')).toBeVisible()
  await usable(second)
  await signInByForm(second, 'qed@zabuni.test')
  await landed(second, '/zabuni/landing')
  await usable(second)
  expect(complaints.flat()).toEqual([])
  for (const context of [desk, phone, third]) await context.close()
})
