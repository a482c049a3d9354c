import { heading } from './acts.mjs'
import {
  expect,
  follow,
  landed,
  linkOf,
  listen,
  mailTo,
  opened,
  PASSWORD,
  test,
  usable,
} from './people.mjs'

// A house that was told nothing of second factors: whoever opens bids, awards, or works for the operator, has one.
const REFUSED = ['status of 401', 'status of 403', 'status of 422', 'status of 429']

/** The password is right; what is asked next is a code. */
const half = async (page, email, password) => {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await opened(page, '/verification-code')
  await heading(page, 'Enter the verification code')
}
const code = async (request, email) =>
  (await mailTo(request, email, 'code')).text.match(/\b\d{6}\b/)[0]
const verify = async (page, digits) => {
  await page.getByLabel('Verification code').fill(digits)
  await page.getByRole('button', { name: 'Verify' }).click()
}

test('somebody new at the operator signs in with a mailed code', async ({
  page,
  browser,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const complaints = listen(page, REFUSED)
  const email = 'wanjiru@zabuni.test'
  const boss = await (await browser.newContext()).newPage()
  await half(boss, 'qed@zabuni.test', PASSWORD)
  await verify(boss, await code(request, 'qed@zabuni.test'))
  await landed(boss, /\/zabuni\//)
  await boss.goto('/zabuni/user/users')
  await follow(boss, boss.getByRole('link', { name: 'Add a user' }))
  await boss.getByLabel('First name').fill('Wanjiru')
  await boss.getByLabel('Last name').fill('Kamau')
  await boss.getByLabel('Email address').fill(email)
  await boss.getByLabel('Phone').fill('+254 701 234 570')
  await boss.getByRole('checkbox').first().check()
  await boss.getByRole('button', { name: 'Add and invite' }).click()
  await heading(boss, 'Users')

  const invitation = await mailTo(request, email, 'invites you to Zabuni')
  await page.goto(linkOf(invitation))
  await page.getByLabel('New password').fill('simba42')
  await page.getByLabel('Confirm password').fill('simba42')
  await page.getByRole('button', { name: 'Set password' }).click()
  await landed(page, /\/login/)

  // The first sign-in asks for a code, says where it is, and what to do when it does not come.
  await half(page, email, 'simba42')
  await usable(page)
  await expect(page.getByText('No mail after a minute?')).toBeVisible()
  await expect(page.getByText('+254 700 000 900')).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await usable(page)
    await page.screenshot({ path: test.info().outputPath(`code-${width}.png`), fullPage: true })
  }
  const first = await code(request, email)
  await verify(page, first === '000000' ? '111111' : '000000')
  await expect(
    page.getByText('That code is not right. Check the latest message and try again.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  await expect.poll(() => code(request, email)).not.toBe(first)
  // A code that was followed by another is worth nothing; nothing opens before the right one.
  await verify(page, first)
  await expect(
    page.getByText('That code is not right. Check the latest message and try again.'),
  ).toBeVisible()
  await page.goto('/zabuni/landing')
  await opened(page, '/verification-code')
  await verify(page, await code(request, email))
  await landed(page, /\/zabuni\//)
  await usable(page)

  // It cannot be turned off, and the profile says why.
  await page.goto('/profile')
  await heading(page, 'My profile')
  await page.screenshot({ path: test.info().outputPath('profile.png'), fullPage: true })
  expect(complaints).toEqual([])
})

test('who opens bids is asked for a code; who bids or only writes is not', async ({
  browser,
  request,
}) => {
  const enter = async (email) => {
    const page = await (await browser.newContext()).newPage()
    await page.goto('/login')
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).not.toHaveURL(/\/login/)
    return page
  }
  for (const [who, asked] of [
    ['rail', true],
    ['supplier', false],
    ['contracts', false],
  ]) {
    const page = await enter(`${who}@zabuni.test`)
    await (asked
      ? opened(page, '/verification-code')
      : expect(page.locator('#content')).toBeVisible())
    if (!asked) continue
    await verify(page, await code(request, `${who}@zabuni.test`))
    await expect(page.locator('#content')).toBeVisible()
  }
})
