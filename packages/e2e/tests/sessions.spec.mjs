import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { heading } from './acts.mjs'
import { expect, landed, listen, mailTo, opened, signInByForm, test, usable } from './people.mjs'

// With the service worker, which outlives who signs out.
test.use({ serviceWorkers: 'allow' })

const REFUSED = ['status of 401', 'status of 403', 'status of 422', 'status of 429']
const PASSWORD = 'simba42'

/** Both widths, for eyes as well as for axe. */
const looked = async (page, name) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await usable(page)
    await page.evaluate(() => document.fonts.ready)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${name} is wider than the screen at ${width}`,
    ).toBe(true)
    await page.screenshot({ path: `test-results/sessions/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** A company of the test's own, activated by its mail. */
const registered = async (request, name) => {
  const unique = `${Date.now()}${Math.floor(Math.random() * 1000)}`
  const email = `${name}.${unique}@kazi.example`
  const answer = await request.post('/api/supplier/supplier/register/', {
    data: {
      company: {
        company_type: 'partnership',
        name: `Kazi ${unique}`,
        country: 'KE',
        physical_address: 'Kenyatta Avenue',
        phone: '0701 234 567',
        tax_id: `P${unique.slice(-9)}Z`,
      },
      user: {
        first_name: 'Asha',
        last_name: 'Juma',
        email,
        phone: '0701 234 568',
        password: PASSWORD,
        confirm_password: PASSWORD,
      },
      agree_terms: true,
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const mail = await mailTo(request, email, 'Activate')
  const token = new URL(mail.text.match(/http\S+/)[0]).searchParams.get('token')
  const done = await request.get(`/api/supplier/authentication/verify_email?token=${token}`)
  expect(done.ok(), await done.text()).toBe(true)
  return email
}

const elsewhere = async (browser) => (await browser.newContext()).newPage()

/** What an authenticator app shows, some steps from now by the platform's clock. */
const codeOf = async (request, key, steps = 0) => {
  const answer = await request.get('/api/supplier/session')
  const step = Math.floor(Date.parse(answer.headers()['x-server-time']) / 30_000) + steps
  const bits = [...key.replace(/\s/g, '')]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from(bits.match(/.{8}/g).map((b) => Number.parseInt(b, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const sum = createHmac('sha1', secret).update(counter).digest()
  const at = sum[19] & 15
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const halfSignIn = async (page, email) => {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await opened(page, '/verification-code')
  await heading(page, 'Enter the verification code')
}

const verify = async (page, code, label = 'Verification code') => {
  await page.getByLabel(label).fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
}

test('an authenticator app is enrolled, signs in, and a recovery code stands in for it', async ({
  browser,
  request,
  page,
}) => {
  test.setTimeout(300_000)
  const complaints = listen(page, REFUSED)
  const email = await registered(request, 'app')
  await signInByForm(page, email, PASSWORD)
  await page.goto('/profile')
  await heading(page, 'My profile')
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  await looked(page, 'profile')

  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up your authenticator app' })
  await expect(
    setup.getByRole('img', { name: 'QR code with the key of your account' }),
  ).toBeVisible()
  await looked(page, 'setup')
  const key = await setup.locator('code').textContent()
  await setup.getByLabel('Code from the app').fill('000000')
  await setup.getByRole('button', { name: 'Enable' }).click()
  await expect(setup.locator('[aria-invalid="true"]')).toBeVisible()
  const first = await codeOf(request, key)
  await setup.getByLabel('Code from the app').fill(first)
  await setup.getByRole('button', { name: 'Enable' }).click()
  const recovery = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(recovery.getByRole('listitem')).toHaveCount(10)
  await looked(page, 'recovery')
  const codes = await recovery.getByRole('listitem').allTextContents()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    recovery.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'))
  await recovery.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  // Another browser: the step that enrolled is spent, the next one opens.
  const phone = await elsewhere(browser)
  await halfSignIn(phone, email)
  await expect(phone.getByText('Open your authenticator app')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Send a new code' })).toHaveCount(0)
  await looked(phone, 'verification')
  await verify(phone, first)
  await expect(phone.locator('[aria-invalid="true"]')).toBeVisible()
  await verify(phone, await codeOf(request, key, 1))
  await landed(phone, '/supplier/dashboard')

  // A third one has no phone at hand.
  const third = await elsewhere(browser)
  await halfSignIn(third, email)
  await third.getByRole('button', { name: 'Use a recovery code' }).click()
  await verify(third, codes[0].toLowerCase(), 'Recovery code')
  await landed(third, '/supplier/dashboard')
  const fourth = await elsewhere(browser)
  await halfSignIn(fourth, email)
  await fourth.getByRole('button', { name: 'Use a recovery code' }).click()
  await verify(fourth, codes[0], 'Recovery code')
  await expect(fourth.locator('[aria-invalid="true"]')).toBeVisible()

  // The first browser sees the three, and ends the others.
  await page.reload()
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  await expect(page.getByText('This device', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(2)
  await looked(page, 'devices')
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Sign out all others' })
    .click()
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0)
  await phone.goto('/profile')
  await landed(phone, /\/login/)
  await page.goto('/supplier/dashboard')
  await landed(page, '/supplier/dashboard')
  expect(complaints).toEqual([])
})

test('a session ended from another browser in the middle of a form loses nothing that was typed', async ({
  browser,
  request,
  page,
}) => {
  const email = await registered(request, 'form')
  await signInByForm(page, email, PASSWORD)
  await page.goto('/supplier/user/users/create')
  await heading(page, 'Add a user')
  await page.getByLabel('First name').fill('Halima')
  await page.getByLabel('Last name').fill('Wafula')
  await page.getByLabel('Email address').fill('halima@kazi.example')
  await page.getByLabel('Phone').fill('+254 701 234 567')
  await page.getByRole('checkbox').first().check()

  const other = await elsewhere(browser)
  await signInByForm(other, email, PASSWORD)
  await other.goto('/profile')
  await other.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(other.getByText('The device is signed out')).toBeVisible()

  await page.getByRole('button', { name: 'Add and invite' }).click()
  await landed(page, /\/login\?returnUrl=/)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Add a user')
  await expect(page.getByLabel('First name')).toHaveValue('Halima')
  await expect(page.getByLabel('Last name')).toHaveValue('Wafula')
  await expect(page.getByLabel('Email address')).toHaveValue('halima@kazi.example')
  await expect(page.getByRole('checkbox').first()).toBeChecked()
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await heading(page, 'Users')
})

test('the operator looks at a console, changes nothing, and the customer is told', async ({
  browser,
  request,
  page,
}) => {
  test.setTimeout(120_000)
  const complaints = listen(page, REFUSED)
  const email = await registered(request, 'seen')
  const owner = await elsewhere(browser)
  await signInByForm(owner, email, PASSWORD)
  const { company_id, company_name } = await owner.evaluate(async () => {
    const token = document.cookie.match(/zabuni_token=([^;]+)/)[1]
    return (
      await fetch('/api/supplier/session', { headers: { authorization: `Bearer ${token}` } })
    ).json()
  })
  await signInByForm(page, 'qed@zabuni.test')
  await page.goto(`/zabuni/suppliers/${company_id}/details`)
  await page.getByRole('link', { name: 'Support', exact: true }).click()
  await heading(page, `Support view of ${company_name}`)
  await page.getByRole('button', { name: 'Begin the support view' }).click()
  await expect(page.locator('[aria-invalid="true"]')).toBeVisible()
  await looked(page, 'support')
  await page.getByLabel('Reason').fill('Ticket 4711: the cart does not open')
  await page.getByRole('button', { name: 'Begin the support view' }).click()
  await landed(page, '/supplier/dashboard')
  const banner = page.getByRole('region', { name: 'Support view' })
  await expect(banner.getByText(`Support view of ${company_name}: read-only until`)).toBeVisible()
  await looked(page, 'support-view')

  await page.goto('/supplier/user/roles/create')
  await page.getByRole('textbox').first().fill('Planted')
  await page.getByRole('button', { name: 'Create and choose privileges' }).click()
  await expect(page.getByText('The support view shows and changes nothing').first()).toBeVisible()

  const mail = await mailTo(request, email, 'looks at')
  expect(mail.text).toContain('Ticket 4711')
  expect(mail.text).toContain('Wanjiru Kamau')

  await banner.getByRole('button', { name: 'End the support view' }).click()
  await heading(page, `Support view of ${company_name}`)
  await expect(page.getByText('Ticket 4711: the cart does not open')).toBeVisible()
  await page.goto('/')
  await landed(page, '/zabuni/landing')
  expect(complaints).toEqual([])
})
