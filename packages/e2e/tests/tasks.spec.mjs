import { addToCart } from './acts.mjs'
import { payers } from './payers.mjs'
import { expect, landed, listen, search, signIn, test, toJob, usable } from './people.mjs'

const sizes = [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]
const bell = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' })

for (const [name, viewport] of sizes) {
  for (const blocked of [false, true]) {
    test(`a report is made in the background ${blocked ? 'without' : 'with'} the stream: ${name}`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ viewport })
      const page = await context.newPage()
      const complaints = listen(page, blocked ? ['Failed to load resource'] : [])
      let streams = 0
      if (blocked) await page.route('**/live?*', (route) => route.abort())
      else page.on('request', (r) => (streams += r.url().includes('/live?') ? 1 : 0))
      await signIn(page, 'qed@zabuni.test', '/zabuni/emails/analyze/outgoing')
      await usable(page)
      await page.getByRole('button', { name: 'Excel report' }).click()
      await landed(page, /\/zabuni\/emails\/report\/progress\//)
      await expect(page.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible()
      await expect(page.getByText('100%')).toBeVisible()
      await usable(page)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download', exact: true }).click(),
      ])
      expect(file.suggestedFilename()).toBe('outgoing-emails.xlsx')
      // Left and come back to: it is as it was.
      const at = page.url()
      await page.getByRole('link', { name: 'Back', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Outgoing emails' })).toBeVisible()
      await page.goto(at)
      await expect(page.getByText('100%')).toBeVisible()
      if (!blocked) expect(streams).toBeGreaterThan(0)
      expect(complaints).toEqual([])
      await context.close()
    })
  }
}

test('another company finds no task of ours', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, 'qed@zabuni.test', '/zabuni/emails/analyze/outgoing')
  await page.getByRole('button', { name: 'Excel report' }).click()
  await landed(page, /progress\/[0-9a-f-]{36}/)
  const id = page.url().split('/').at(-1)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'supplier4@zabuni.test')
  await other.goto(
    `/supplier/tender/item/template/generation/progress/00000000-0000-7000-8000-000000000000/${id}`,
  )
  await expect(other.getByText('This task does not exist, or it is not yours.')).toBeVisible()
})

test('the bell counts on every device while it happens', async ({ browser }) => {
  const open = async (viewport) => {
    const page = await (await browser.newContext({ viewport })).newPage()
    await signIn(page, payers.tasks)
    await expect(bell(page, /^Notifications/)).toBeVisible()
    return page
  }
  const payer = await open(sizes[0][1])
  const phone = await open(sizes[1][1])
  await phone.goto('/notifications')
  // What others left is read first; the other device hears of that too.
  await usable(phone)
  const all = phone.getByRole('button', { name: 'Mark all as read' })
  if (await all.isVisible()) await all.click()
  await expect(bell(phone, 'Notifications')).toBeVisible()
  await expect(bell(payer, 'Notifications')).toBeVisible()
  await usable(phone)

  await payer.goto('/supplier/landing')
  await search(payer, 'Hybrid solar')
  await payer.getByRole('link', { name: 'Hybrid solar system' }).click()
  await addToCart(payer)
  await payer.getByRole('button', { name: 'Proceed to payment' }).click()
  await landed(payer, /\/supplier\/payment\/mpesa/)
  await payer.getByRole('button', { name: /prompt/i }).click()
  await expect(payer.getByText('Payment was successful! Proceed to bid.').first()).toBeVisible({
    timeout: 30_000,
  })

  // Nobody reloads: it arrives.
  await expect(bell(phone, 'Notifications, 1 unread')).toBeVisible()
  await expect(
    phone.getByRole('link', { name: /KES 1,000.00 for “Hybrid solar system” has been received/ }),
  ).toBeVisible()
  await expect(bell(payer, 'Notifications, 1 unread')).toBeVisible()
  await usable(phone)
  await payer.goto('/notifications?show=unread')
  await usable(payer)
  await phone.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(phone, 'Notifications')).toBeVisible()
  await expect(bell(payer, 'Notifications')).toBeVisible()
  await expect(payer.getByText('Everything is read')).toBeVisible()
})

test("the operator's own words are checked, previewed, kept and taken back", async ({
  browser,
}) => {
  for (const [, viewport] of sizes) {
    const page = await (await browser.newContext({ viewport })).newPage()
    await signIn(page, 'qed@zabuni.test', '/zabuni/email-templates?language=sw')
    await usable(page)
    await page.getByRole('link', { name: 'Edit Regret letter' }).click()
    await expect(page.getByText('keeps all its placeholders')).toBeVisible()
    const text = page.getByLabel(/^Text/)
    const builtIn = await text.inputValue()
    await text.fill('Habari {{naem}}')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('There is no placeholder “naem”').first()).toBeVisible()
    await expect(text).toHaveValue('Habari {{naem}}')
    await usable(page)
    await text.fill('Habari {{name}}')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The law wants').first()).toBeVisible()
    await text.fill(`Habari {{name}}.\n\n${builtIn}`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('region', { name: 'Preview' }).first()).toContainText(
      'Habari Wanjiru',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The template has been saved.')).toBeVisible()
    await usable(page)
    await page.getByRole('button', { name: 'Back to the built-in words' }).click()
    await expect(page.getByText('The built-in words are back.')).toBeVisible()
    await expect(page.getByLabel(/^Text/)).toHaveValue(builtIn)
    await page.context().close()
  }
})

test('a link that is not ours unsubscribes nobody', async ({ page }) => {
  await page.goto('/unsubscribe?token=YUBleGFtcGxlLm9yZw.AAAA')
  await page.getByRole('button').last().click()
  await expect(page.getByRole('alert')).toBeVisible()
  await usable(page)
})

for (const [name, viewport] of sizes)
  test(`results are computed again, and what leads there leads back: ${name}`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ viewport })).newPage()
    const complaints = listen(page)
    await signIn(page, 'rail@zabuni.test')
    await toJob(page, '/company/rfqs', 'Spare parts for pumps')
    await landed(page, /\/company\/rfq\/details\//)
    const job = page.url()

    // Of all categories of the job: followed where all tasks are, for its family has no screen of its own.
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Compute results again' }).click()
    await landed(page, /\/tasks\/[0-9a-f-]{36}$/)
    const over = async () => {
      await expect(page.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible()
      await expect(page.locator('dl')).toHaveText('Changed0Unchanged2')
      await usable(page)
    }
    await over()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await landed(page, job)

    // Of one category.
    await page.getByRole('link', { name: 'Pump parts' }).click()
    await landed(page, /\/company\/rfq\/category\/details\//)
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const ranking = `/company/rfq/ranking/${id}`
    await page.goto(ranking)
    await page.getByRole('button', { name: 'Compute again' }).click()
    await landed(page, /\/company\/rfq\/category\/refresh\/scores\//)
    await over()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await landed(page, (url) => url.pathname === ranking)
    expect(complaints).toEqual([])
  })
