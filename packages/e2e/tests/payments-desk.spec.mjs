import { addToCart, heading } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { payers } from './payers.mjs'
import { expect, follow, landed, listen, mailTo, search, signIn, test, usable } from './people.mjs'

test('money that does not fit is looked at by two people of the operator', async ({
  browser,
  playwright,
  baseURL,
}, info) => {
  const mark = `${info.project.name} ${info.retry} ${Date.now() % 100_000}`
  const category = `Fees for two people ${mark}`
  const desk = await buyerDesk(playwright, baseURL)
  await publishTender(desk, category, { all: false, currency: 'KES', fee: '1300' })
  await desk.end()
  const open = async () =>
    (await browser.newContext({ viewport: info.project.use.viewport })).newPage()

  // Less than was asked for arrives.
  const payer = await open()
  await signIn(payer, payers.desk, '/supplier/landing')
  await search(payer, category)
  await follow(payer, payer.getByRole('link', { name: category }))
  await addToCart(payer)
  await payer.getByRole('radio', { name: 'Pesapal', exact: true }).check()
  await payer.getByRole('button', { name: 'Proceed to payment' }).click()
  await payer.getByRole('button', { name: 'Pay by Pesapal' }).click()
  await payer.getByRole('button', { name: 'Pay wrong amount' }).click()
  await landed(payer, /re\/success/)
  // The notice that comes of it says the same.
  const told = payer.getByRole('main').getByText(/does not match it. Do not pay again/)
  await expect(told).toBeVisible({ timeout: 30_000 })
  const number = /ZB-\w+-\w+/.exec(await told.textContent())[0]

  // A second person of the operator is let in, for payments alone.
  const qed = await open()
  const complaints = listen(qed, ['Failed to load resource'])
  const email = `clerk-${mark.replaceAll(' ', '-')}@zabuni.test`
  const role = `Payments ${mark}`
  await signIn(qed, 'qed@zabuni.test', '/zabuni/user/roles/create')
  await qed.getByLabel('Role name').fill(role)
  await qed.getByRole('button', { name: 'Create and choose privileges' }).click()
  await heading(qed, role)
  for (const privilege of ['Decide about payments', 'View reports']) {
    const group = qed.getByRole('group', { name: privilege, exact: true })
    await group.getByText('Assign', { exact: true }).click()
    await expect(group.getByRole('radio', { name: 'Assign', exact: true })).toBeChecked()
  }
  await qed.getByRole('button', { name: 'Save privileges' }).click()
  await expect(qed.getByText('Privileges saved')).toBeVisible()
  await qed.goto('/zabuni/user/users')
  await qed.getByRole('link', { name: 'Add a user' }).click()
  await qed.getByLabel('First name').fill('Second')
  await qed.getByLabel('Last name').fill('Clerk')
  await qed.getByLabel('Email address').fill(email)
  await qed.getByLabel('Phone').fill('+254 701 234 567')
  await qed.getByRole('checkbox', { name: role }).check()
  await qed.getByRole('button', { name: 'Add and invite' }).click()
  await heading(qed, 'Users')

  // The first finds it, and proposes.
  await qed.goto('/zabuni/payment_reconciliation')
  await heading(qed, 'Payment reconciliation')
  await usable(qed)
  await qed.goto('/zabuni/payment_reconciliation?queue=messages')
  await usable(qed)
  await qed.goto(`/zabuni/payment_reconciliation?search=${number}`)
  await follow(qed, qed.getByRole('link', { name: number }))
  await heading(qed, number)
  await expect(qed.getByText('KES 1,299.00').first()).toBeVisible()
  await expect(qed.getByText('what came is not what the order costs.')).toBeVisible()
  await expect(qed.getByRole('button', { name: 'Pay the order with it' })).toHaveCount(0)
  await usable(qed)
  await qed.getByRole('button', { name: 'Dismiss it' }).click()
  await qed.getByRole('button', { name: 'Propose' }).click()
  await expect(qed.getByText('This field is required.')).toBeVisible()
  await qed.getByLabel('Reason').fill('Given back by the bank')
  await usable(qed)
  await qed.getByRole('button', { name: 'Propose' }).click()
  await expect(qed.getByText('Another person must decide.')).toBeVisible()
  await expect(qed.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  // Another decides.
  const mail = await mailTo(qed.request, email, 'invites you to Zabuni')
  const second = await open()
  await second.goto(new URL(mail.text.match(/http\S+/)[0]).pathname)
  await second.getByLabel('New password').fill('simba42')
  await second.getByLabel('Confirm password').fill('simba42')
  await second.getByRole('button', { name: 'Set password' }).click()
  await landed(second, /\/login/)
  await signIn(second, email, `/zabuni/payment_reconciliation/reconcile/${number}`, 'simba42')
  await second.getByRole('button', { name: 'Approve' }).click()
  await usable(second)
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByText('Dismissed', { exact: true })).toBeVisible()
  await second.goto(`/zabuni/payment_reconciliations?search=${number}`)
  await expect(second.getByText('Given back by the bank')).toBeVisible()
  await expect(second.getByText('Second Clerk')).toBeVisible()
  await usable(second)
  await follow(second, second.getByRole('link', { name: number }))
  await heading(second, number)

  // From the order to its job, to who ordered the category, and back to the order.
  await qed.goto(`/zabuni/payment_reconciliation/reconcile/${number}`)
  await follow(qed, qed.locator('a[href*="payment/reconciliation/"]').first())
  await follow(qed, qed.getByRole('link', { name: category }))
  await heading(qed, category)
  await follow(qed, qed.locator('a[href*="reconciliation/order/"]').first())
  await heading(qed, number)
  await qed.goto('/zabuni/payment-management/mpesa')
  await heading(qed, 'M-Pesa payments')
  await usable(qed)
  expect(complaints).toEqual([])
  for (const page of [payer, qed, second]) await page.context().close()
})
