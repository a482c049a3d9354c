import { activate, register } from './acts.mjs'
import {
  expect,
  landed,
  linkOf,
  listen,
  mailTo,
  opened,
  signInByForm,
  test,
  usable,
} from './people.mjs'

const homes = [
  ['supplier@zabuni.test', '/supplier/dashboard'],
  ['buyer@zabuni.test', '/company/landing'],
  ['qed@zabuni.test', '/zabuni/landing'],
  ['contracts@zabuni.test', '/contract-management/dashboard'],
]

for (const [email, home] of homes) {
  test(`${email} is taken home by user type`, async ({ page }) => {
    const complaints = listen(page)
    // It is said for some seconds, whether or not the screen has come by then.
    const said = expect(page.getByText('Login successful')).toBeVisible({ timeout: 60_000 })
    await Promise.all([signInByForm(page, email), said])
    await landed(page, home)
    expect(complaints).toEqual([])
  })
}

const NEW = 'chui2026'

const refused = async (page, email, password) => {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await landed(page, /\/login/)
}

// With the service worker, which a link out of a mail may meet first.
test.describe('a link out of a mail', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a company registers, activates by its mail and signs in', async ({ page, request }) => {
    const complaints = listen(page)
    const email = await register(page, { company: 'Kazi Traders', user: 'asha' })
    await activate(page, request, email)
    await signInByForm(page, email, 'simba42')
    await landed(page, '/supplier/dashboard')
    expect(complaints).toEqual([])
  })

  test('a forgotten password is set anew by its mail, once', async ({ page, request }) => {
    const complaints = listen(page, [
      'status of 400',
      'status of 401',
      'status of 404',
      'status of 422',
    ])
    const email = await register(page, { company: 'Kazi Traders', user: 'juma' })
    await activate(page, request, email)
    await page.goto('/reset-password')
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByText('If that email address is registered')).toBeVisible()
    const link = linkOf(await mailTo(request, email, 'eset'))
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(link)
      await opened(page, '/set-password/{uidb64}/{token}')
      await expect(page.getByText(`For ${email}`)).toBeVisible()
      await usable(page)
    }

    // What does not fit is told at its field, and the link is good still.
    const save = page.getByRole('button', { name: 'Set password' })
    await page.getByLabel('New password').fill(NEW)
    await page.getByLabel('Confirm password').fill('other2026')
    await save.click()
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
    await page.getByLabel('Confirm password').fill(NEW)
    await save.click()
    await landed(page, /\/login/)
    await expect(page.getByText('Password set')).toBeVisible()

    await refused(page, email, 'simba42')
    await signInByForm(page, email, NEW)
    await landed(page, '/supplier/dashboard')
    const visitor = await (await page.context().browser().newContext()).newPage()
    await visitor.goto(link)
    await opened(visitor, '/set-password/{uidb64}/{token}')
    await expect(visitor.getByRole('link', { name: 'Request a new link' })).toBeVisible()
    await expect(visitor.getByLabel('New password')).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test('links that nobody was sent open nothing', async ({ page }) => {
    await page.goto('/set-password/bm9ib2R5/nothing')
    await opened(page, '/set-password/{uidb64}/{token}')
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
    await usable(page)
    await page.goto('/activate-account?token=nothing')
    await opened(page, '/activate-account')
    await expect(page.getByRole('link', { name: /activation/i })).toBeVisible()
    await usable(page)
  })
})

// The root, and what two families call their landing, lead home by user type.
const LANDINGS = {
  supplier: ['/supplier/landing', '/supplier/dashboard'],
  buyer: ['/company/landing'],
  qed: ['/zabuni/landing', '/zabuni/dashboard'],
  contracts: ['/contract-management/dashboard'],
}

for (const [email, home] of homes) {
  const who = email.split('@')[0]
  test(`the root takes ${who} home whatever is asked for before`, async ({ page, context }) => {
    const complaints = listen(page, ['status of 401']) // nobody has a session yet
    await page.goto('/')
    await landed(page, /\/login$/)
    await signInByForm(page, email)
    // The door chose another family's app: the root leads home all the same.
    for (const app of ['supplier', 'buyer', 'operator', 'contracts']) {
      await context.addCookies([{ name: 'zabuni_app', value: app, url: page.url() }])
      await page.goto('/')
      await expect(page, `with the ${app} app`).toHaveURL(home)
      await expect(page.locator('h1').first()).toBeVisible()
    }
    for (const path of LANDINGS[who]) {
      await page.goto(path)
      await opened(page, path)
      await usable(page)
    }
    for (const [other, paths] of Object.entries(LANDINGS))
      if (other !== who) {
        await page.goto(paths[0])
        await expect(page, paths[0]).toHaveURL(/\/permissions\/error/)
      }
    expect(complaints).toEqual([])
  })
}
