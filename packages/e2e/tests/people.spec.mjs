import { readFileSync } from 'node:fs'
import { heading } from './acts.mjs'
import { expect, landed, listen, mailTo, signIn, test, toJob, usable } from './people.mjs'

const REFUSED = [
  'status of 401',
  'status of 403',
  'status of 404',
  'status of 409',
  'status of 422',
]

/** Both widths, and what is drawn at each, for eyes as well as for axe. */
const looked = async (page, name) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await usable(page)
    // The fonts of a language that is not English come with its first letters.
    await page.evaluate(() => document.fonts.ready)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${name} is wider than the screen at ${width}`,
    ).toBe(true)
    await page.screenshot({ path: `test-results/people/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const choose = async (page, privilege, state) => {
  const group = page.getByRole('group', { name: privilege, exact: true })
  await group.getByText(state, { exact: true }).click()
  await expect(group.getByRole('radio', { name: state, exact: true })).toBeChecked()
}

const addUser = async (page, first, email, role) => {
  await page.getByRole('link', { name: 'Add a user' }).click()
  await heading(page, 'Add a user')
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill('Wafula')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Phone').fill('+254 701 234 567')
  await page.getByRole('checkbox', { name: role }).check()
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await heading(page, 'Users')
}

const accept = async (browser, request, email) => {
  const mail = await mailTo(request, email, 'invites you to Zabuni')
  const link = new URL(mail.text.match(/http\S+/)[0]).pathname
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  await page.getByLabel('New password').fill('simba42')
  await page.getByLabel('Confirm password').fill('simba42')
  await page.getByRole('button', { name: 'Set password' }).click()
  await landed(page, /\/login/)
  await signIn(page, email, '/', 'simba42')
  return { page, link }
}

test('a supplier invites a person, who is refused, asks, and is let in', async ({
  browser,
  request,
  page,
}) => {
  const complaints = listen(page, REFUSED)
  const email = `clerk.${Date.now()}@kazi.example`
  await signIn(page, 'supplier5@zabuni.test')
  await page.getByRole('link', { name: 'Users and roles' }).click()
  await heading(page, 'Users')
  await looked(page, 'users')

  // A role first: named, then what it opens.
  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await heading(page, 'Roles')
  await looked(page, 'roles')
  await page.getByRole('link', { name: 'Add a role' }).click()
  await page.getByRole('button', { name: 'Create and choose privileges' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  await page.getByLabel('Role name').fill('Clerk')
  await looked(page, 'role-form')
  await page.getByRole('button', { name: 'Create and choose privileges' }).click()
  await heading(page, 'Clerk')
  await choose(page, 'Manage tenders', 'Assign')
  await choose(page, 'Make payments', 'Deny')
  await expect(page.getByText('2 changes not saved')).toBeVisible()
  await looked(page, 'privileges')
  await page.getByRole('button', { name: 'Save privileges' }).click()
  await expect(page.getByText('Privileges saved')).toBeVisible()
  const role = page.url()

  // The name is taken; what was typed stays.
  await page.goto('/supplier/user/roles/create')
  await page.getByLabel('Role name').fill('Clerk')
  await page.getByRole('button', { name: 'Create and choose privileges' }).click()
  await expect(page.getByText('This is already in use.').first()).toBeVisible()
  await expect(page.getByLabel('Role name')).toHaveValue('Clerk')
  await page.getByLabel('Role name').fill('')

  await page.goto('/supplier/user/users')
  await addUser(page, 'Neema', email, 'Clerk')
  await expect(page.getByRole('row', { name: /Neema Wafula.*Invited/ })).toBeVisible()

  // Invited, she signs in and meets a closed door that explains itself.
  const { page: clerk, link } = await accept(browser, request, email)
  await clerk.goto('/supplier/user/users')
  await landed(clerk, /\/permissions\/error\?needs=MANAGE_USER/)
  await heading(clerk, 'You are not allowed to perform this action!')
  await expect(clerk.getByText('Manage users and roles')).toBeVisible()
  await expect(clerk.getByText('Brian Kiptoo')).toBeVisible()
  await looked(clerk, 'refused')
  const again = await (await browser.newContext()).newPage()
  await again.goto(link) // good once
  await expect(again.getByText('already been used')).toBeVisible()

  await page.goto(role)
  await choose(page, 'Manage users and roles', 'Assign')
  await page.getByRole('button', { name: 'Save privileges' }).click()
  await expect(page.getByText('Privileges saved')).toBeVisible()
  await clerk.reload()
  // Her rights are read anew within five seconds; the session is asked again with each load.
  await expect(async () => {
    await clerk.goto('/supplier/user/users')
    await heading(clerk, 'Users')
  }).toPass()

  // What she lacks she cannot give.
  await clerk.goto(new URL(role).pathname)
  await expect(
    clerk
      .getByRole('group', { name: 'Submit bids', exact: true })
      .getByRole('radio', { name: 'Assign' }),
  ).toBeDisabled()
  await looked(clerk, 'privileges-clerk')

  // Closed and deleted by typing; the log keeps what happened.
  await page.goto('/supplier/user/users')
  await page.getByRole('button', { name: 'Actions for Neema Wafula' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByText('Account deactivated')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Neema Wafula' }).click()
  await page.getByRole('menuitem', { name: 'Delete for good' }).click()
  const confirm = page.getByRole('button', { name: 'Delete for good', exact: true })
  await expect(confirm).toBeDisabled()
  await page.getByLabel(`Type ${email} to confirm`).fill(email)
  await confirm.click()
  await expect(page.getByText('Account deleted')).toBeVisible()
  await expect(page.getByRole('row', { name: /Neema Wafula/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await heading(page, 'User log')
  await expect(page.getByText('Deleted an account')).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: 'What', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Accounts and roles' }).check()
  await landed(page, /area=identity/)
  await looked(page, 'logs')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to Excel' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('user-logs.xlsx')
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  expect(complaints).toEqual([])
})

test('a buyer adds people of both kinds and closes a category to one', async ({
  browser,
  request,
  page,
}) => {
  const complaints = listen(page, REFUSED)
  const email = `officer.${Date.now()}@rail.example`
  await signIn(page, 'rail@zabuni.test', '/company/roles')
  await heading(page, 'Roles')
  await page.goto('/company/create/role')
  await page.getByLabel('Role name').fill('Officer')
  await expect(page.getByLabel('Kind of user')).toBeVisible()
  await page.getByRole('button', { name: 'Create and choose privileges' }).click()
  await heading(page, 'Officer')
  await choose(page, 'Manage jobs', 'Assign')
  await expect(page.getByText('One person never uses this together with Award')).toBeVisible()
  await page.getByRole('button', { name: 'Save privileges' }).click()
  await expect(page.getByText('Privileges saved')).toBeVisible()
  await page.goto('/company/users')
  await addUser(page, 'Abebe', email, 'Officer')
  await page.getByRole('link', { name: 'Abebe Wafula' }).click()
  await heading(page, 'Abebe Wafula')
  await page.getByLabel('Approval level for contracts').fill('2')
  await looked(page, 'user-form')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('User updated')).toBeVisible()

  // The person keeps the job and loses the one category.
  await page.getByRole('link', { name: 'Abebe Wafula' }).click()
  await expect(page.getByLabel('Approval level for contracts')).toHaveValue('2')
  const name = 'Uniforms'
  await page.getByLabel(`Access to ${name}`).selectOption({ label: 'Denied' })
  await expect(page.getByText('Access to the category saved')).toBeVisible()
  const person = page.url()
  const category = (at) => at.locator('a[href*="/category/details/"]', { hasText: name })
  const { page: officer } = await accept(browser, request, email)
  await toJob(page, '/company/tenders', name)
  const address = await category(page).first().getAttribute('href')
  await officer.goto(new URL(page.url()).pathname)
  await expect(officer.getByRole('heading', { level: 1 })).toHaveText(
    await page.getByRole('heading', { level: 1 }).innerText(),
  )
  await expect(category(officer)).toHaveCount(0)
  await officer.goto(address)
  await expect(officer.getByText('has closed this category to you')).toBeVisible()
  await page.goto(person)
  await page.getByLabel(`Access to ${name}`).selectOption({ label: 'As the roles say' })
  await expect(page.getByLabel(`Access to ${name}`)).toHaveValue('none')
  await officer.goto(address)
  await expect(officer.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(complaints).toEqual([])
})

test('the operator looks after its own people and a buyer’s', async ({ page }) => {
  const complaints = listen(page, REFUSED)
  await signIn(page, 'qed@zabuni.test', '/zabuni/user/users')
  await heading(page, 'Users')
  await expect(page.getByRole('row', { name: /Wanjiru Kamau/ })).toBeVisible()
  await page.goto('/zabuni/user/logs')
  await heading(page, 'User log')
  await usable(page)

  // The last administrator stays: one's own account has no menu, and demotion is refused.
  await page.goto('/zabuni/user/roles/create')
  await page.getByLabel('Role name').fill('Support')
  await page.getByRole('button', { name: 'Create and choose privileges' }).click()
  await heading(page, 'Support')
  await page.goto('/zabuni/user/users')
  await page.getByRole('link', { name: 'Wanjiru Kamau' }).click()
  await page.getByRole('checkbox', { name: 'Administrator' }).uncheck()
  await page.getByRole('checkbox', { name: 'Support' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This is the last active administrator.').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Support' }).uncheck()
  await page.getByRole('checkbox', { name: 'Administrator' }).check()

  await page.goto('/zabuni/buyers')
  await page.getByRole('link', { name: 'Users of Ziwa Water and Sewerage' }).click()
  await heading(page, 'Users')
  await expect(page.getByText('Joseph Okello')).toBeVisible()
  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await page.getByRole('link', { name: 'Add a role' }).click()
  await page.getByLabel('Role name').fill('Contracts')
  await page.getByLabel('Kind of user').selectOption({ label: 'Contract manager' })
  await page.getByRole('button', { name: 'Create and choose privileges' }).click()
  await heading(page, 'Contracts')
  await choose(page, 'Manage contracts', 'Assign')
  await page.getByRole('button', { name: 'Save privileges' }).click()
  await expect(page.getByText('Privileges saved')).toBeVisible()
  await looked(page, 'operator-for-buyer')
  expect(complaints).toEqual([])
})
