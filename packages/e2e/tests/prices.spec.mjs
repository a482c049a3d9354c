import { heading } from './acts.mjs'
import { expect, landed, listen, mailTo, PASSWORD, signIn, test, usable } from './people.mjs'

const WIDTHS = [1440, 390]

test('a price that looks too low is asked about, explained and decided', async ({
  browser,
  request,
  playwright,
  baseURL,
}) => {
  const heard = []
  const person = async (email, width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    heard.push(listen(page))
    await signIn(page, email)
    return page
  }
  const shot = (page, name) =>
    page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })

  // The officer sees why it looks low, and asks.
  const officer = await person('rail@zabuni.test', WIDTHS[0])
  const api = await playwright.request.newContext({ baseURL })
  const entered = await api.post('/api/buyer/authentication/login', {
    data: { username: 'rail@zabuni.test', password: PASSWORD },
  })
  const headers = { authorization: `Bearer ${(await entered.json()).access_token}` }
  const jobs = await api.get('/api/buyer/letters/jobs?activity=rfq', { headers })
  const { category_id: category } = (await jobs.json()).items.find(
    ({ name }) => name === 'Pump parts',
  )
  await api.dispose()
  const ranking = `/company/rfq/ranking/${category}`
  await officer.goto(ranking)
  const low = officer.getByRole('list', { name: 'Unusually low prices' })
  await expect(low.getByRole('listitem').first()).toContainText(
    /Not asked.*40.97 % below the next price/s,
  )
  await usable(officer)
  await shot(officer, 'low-1440')
  await low.getByRole('button', { name: 'Ask for an explanation' }).click()
  const ask = officer.getByRole('dialog')
  await expect(ask).toContainText('The question cannot be changed or taken back')

  // No question and a day that has passed: each is said at its field, and what was typed stays.
  const due = ask.getByLabel(/^Answer due \(Africa\/Addis_Ababa\)/)
  const meant = await due.inputValue()
  await ask.getByLabel(/^Question/).fill('')
  await due.fill('01-01-2026')
  await ask.getByRole('button', { name: 'Ask for an explanation' }).click()
  await expect(ask.getByText('Choose a moment between now and 60 days from now.')).toBeVisible()
  await expect(due).toHaveValue('01-01-2026')
  await due.fill(meant)
  await ask.getByLabel(/^Question/).fill('How do you cast an impeller at this price?')
  await ask.getByRole('button', { name: 'Ask for an explanation' }).click()
  await expect(ask).toHaveCount(0)
  await expect(low).toContainText('Answer due')
  // Nobody is left out who can still explain, and the bid cannot be recommended meanwhile.
  await expect(low.getByRole('button', { name: 'Accept the price' })).toBeVisible()
  await expect(low.getByRole('button', { name: 'Leave the bid out' })).toHaveCount(0)

  // The bidder is told, and answers on a phone.
  const mail = await mailTo(request, 'supplier4@zabuni.test', 'Please explain your price')
  expect(mail.text).toContain('How do you cast an impeller at this price?')
  const bidder = await person('supplier4@zabuni.test', WIDTHS[1])
  await bidder.goto(`/supplier/category/${category}`)
  await heading(bidder, 'Pump parts')
  await expect(bidder.getByText('How do you cast an impeller at this price?')).toBeVisible()
  await usable(bidder)
  await shot(bidder, 'asked-390')
  const answer = bidder.getByLabel(/^Your explanation/)
  await answer.fill('We own the foundry.')
  await bidder.getByRole('button', { name: 'Send the explanation' }).click()
  await expect(bidder.getByText(/^Received on .* You may improve it until/)).toBeVisible()
  await answer.fill('We own the foundry, and cast on order.')
  await bidder.getByRole('button', { name: 'Send it again' }).click()
  await expect(bidder.getByText('Your explanation has been received').first()).toBeVisible()
  await usable(bidder)

  // Whoever asked is told, reads it and decides; the bidder hears what was decided with the results.
  const back = await mailTo(request, 'rail@zabuni.test', 'A price was explained')
  expect(back.text).toContain('has explained its price')
  await officer.goto(`/company/opening/${category}`)
  await landed(officer, new RegExp(`${ranking}$`))
  await expect(low).toContainText('We own the foundry, and cast on order.')
  await low.getByRole('button', { name: 'Accept the price' }).click()
  const sure = officer.getByRole('dialog')
  await expect(sure).toContainText('The decision cannot be undone.')
  await sure.getByLabel(/^Reason/).fill('The foundry is known to us.')
  await sure.getByRole('button', { name: 'Accept the price' }).click()
  await expect(low).toContainText('Explained')
  await expect(low.getByRole('button')).toHaveCount(0)
  await usable(officer)
  await officer.setViewportSize({ width: WIDTHS[1], height: 900 })
  await usable(officer)
  await shot(officer, 'decided-390')
  await bidder.reload()
  await expect(bidder.getByText(/^The buyer has considered it\./)).toBeVisible()
  await usable(bidder)
  // One form was refused, on purpose.
  expect(heard.flat()).toEqual([expect.stringContaining('422')])
})
