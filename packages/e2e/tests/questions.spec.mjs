import { dialog, heading } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { expect, listen, mailTo, signIn, test, usable } from './people.mjs'

test('a supplier asks on a phone, the answer is for all, and nobody reads who asked', async ({
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
  const desk = await buyerDesk(playwright, baseURL)
  const name = `Asked about ${Date.now()}`
  const { id: category } = await publishTender(desk, name)
  await desk.end()

  // Nothing is asked by an empty field; what is typed outlives a reload and is sent once.
  const asker = await person('supplier@zabuni.test', 390)
  await asker.goto(`/supplier/category/${category}`)
  const card = asker
    .locator('section')
    .filter({ has: asker.getByRole('heading', { name: 'Questions and answers' }) })
  await expect(card).toContainText('Nothing has been asked and answered yet.')
  await card.getByRole('button', { name: 'Send the question' }).click()
  await expect(card.getByText('This field is required.')).toBeVisible()
  const field = card.getByLabel(/^Your question/)
  await field.fill('We at Savanna deliver by night. Is the gate open after eight?')
  await asker.reload()
  await expect(field).toHaveValue('We at Savanna deliver by night. Is the gate open after eight?')
  await card.getByRole('button', { name: 'Send the question' }).click()
  await expect(card).toContainText('Waits for an answer')
  await expect(field).toHaveValue('')
  await field.fill('Who else bids?')
  await card.getByRole('button', { name: 'Send the question' }).click()
  await expect(card.getByText('Waits for an answer')).toHaveCount(2)
  await usable(asker)
  await shot(asker, 'asked-390')

  // The officer is told by mail, which leads to where it is answered.
  const officer = await person('buyer@zabuni.test', 1440)
  const mail = await mailTo(request, 'buyer@zabuni.test', 'A question about', name)
  expect(mail.text).not.toContain('Savanna Medical')
  await officer.goto(`/company/questions/${category}`)
  await heading(officer, 'Questions from suppliers')
  const first = officer.getByRole('listitem').filter({ hasText: 'Is the gate open' })
  await first.getByLabel(/^Answer to all/).fill('Perhaps')
  await first.getByRole('button', { name: 'Keep as a draft' }).click()
  await expect(officer.getByText('The draft is kept. Nobody else reads it yet.')).toBeVisible()

  // What a second tab keeps meanwhile is read beside what is typed here, and neither is lost.
  const colleague = await officer.context().newPage()
  await colleague.goto(`/company/questions/${category}`)
  const theirs = colleague.getByRole('listitem').filter({ hasText: 'Is the gate open' })
  await first.getByLabel(/^Answer to all/).fill('Typed here meanwhile')
  await theirs.getByLabel(/^Answer to all/).fill('Until nine, says the colleague')
  await theirs.getByRole('button', { name: 'Keep as a draft' }).click()
  await expect(colleague.getByText('The draft is kept. Nobody else reads it yet.')).toBeVisible()
  await colleague.close()
  await first.getByRole('button', { name: 'Keep as a draft' }).click()
  await expect(first).toContainText('A colleague has changed this meanwhile.')
  await expect(first).toContainText('Until nine, says the colleague')
  await expect(first.getByLabel(/^Answer to all/)).toHaveValue('Typed here meanwhile')
  await first.getByRole('button', { name: 'Take theirs' }).click()
  await expect(first.getByLabel(/^Answer to all/)).toHaveValue('Until nine, says the colleague')
  await first.getByLabel(/^Question as all read it/).fill('Is the gate open after eight?')
  await first.getByLabel(/^Answer to all/).fill('Until ten, on working days.')
  await usable(officer)
  await shot(officer, 'answer-1440')
  await first.getByRole('button', { name: 'Answer to all' }).click()
  const sure = officer.getByRole('dialog')
  await expect(sure).toContainText('It cannot be changed or taken back.')
  await sure.getByRole('button', { name: 'Answer to all' }).click()
  await expect(first).toContainText('Answered to all')
  const second = officer.getByRole('listitem').filter({ hasText: 'Who else bids?' })
  await second.getByRole('button', { name: 'Do not answer' }).click()
  await officer
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('Nobody is told that.')
  await dialog(officer, 'Do not answer').click()
  await expect(second).toContainText('Refused')

  // Everybody reads the same answer, and of the asker nothing.
  const rival = await person('supplier2@zabuni.test', 390)
  await rival.goto(`/supplier/category/${category}`)
  const read = rival
    .locator('section')
    .filter({ has: rival.getByRole('heading', { name: 'Questions and answers' }) })
  await expect(read).toContainText('1. Is the gate open after eight?')
  await expect(read).toContainText('Until ten, on working days.')
  await expect(read).not.toContainText('Savanna')
  await expect(read).not.toContainText('Who else bids?')
  await usable(rival)
  await asker.reload()
  await expect(card).toContainText('As you asked it: We at Savanna')
  await expect(card).toContainText('The reason: Nobody is told that.')
  await shot(asker, 'answered-390')
  expect(heard.flat()).toEqual([expect.stringContaining('422'), expect.stringContaining('409')])
})
