// A supplier completes its company: papers in versions, owners, a special group that the operator validates.
import { expect, follow, harmful, listen, signIn, test, usable } from './people.mjs'

// Nobody else's journey looks at this company: it is renamed here.
const SUPPLIER = 'supplier4@zabuni.test'
const pdf = (text, bytes = 0) => ({
  name: `${text}.pdf`,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${text}\n`.padEnd(bytes, '% scanned\n')),
})
const day = (n) => {
  const d = new Date(Date.now() + n * 86_400_000)
  const pad = (x) => String(x).padStart(2, '0')
  return `${pad(d.getDate())}-${pad(d.getMonth() + 1)}-${d.getFullYear()}`
}
const saved = (page) => expect(page.getByText('Profile updated').first()).toBeVisible()
const tab = (page, name) =>
  page.getByRole('navigation', { name: 'Parts of the profile' }).getByRole('link', { name })
const save = (page) =>
  page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click()

test.describe.configure({ mode: 'serial' })

test('a supplier fills in its profile, part by part', async ({ page }) => {
  const complaints = listen(page, ['422', '403'])
  await signIn(page, SUPPLIER, '/update-profile')
  await expect(page.getByRole('heading', { name: 'Update profile' })).toBeVisible()
  await usable(page)

  // What is typed in one part outlives a look at another, a reload, and a fault.
  await page.getByLabel('Company name').fill('')
  await tab(page, 'Addresses').click()
  await usable(page)
  await tab(page, 'Company').click()
  // The other part's button is still there for a moment.
  await expect(page.getByLabel('Company name')).toBeVisible()
  await save(page)
  await expect(page.getByRole('alert').first()).toContainText('Please correct')
  await page.getByLabel('Company name').fill('Simien Trading PLC')
  await page.reload()
  await expect(page.getByLabel('Company name')).toHaveValue('Simien Trading PLC')
  await save(page)
  await saved(page)

  await tab(page, 'Categories & locations').click()
  await page.getByRole('combobox', { name: 'Find a category' }).fill('solar')
  await page.getByRole('option', { name: /Solar and renewable/ }).click()
  await page.getByRole('checkbox').nth(2).check()
  await usable(page)
  await save(page)
  await expect(page.getByRole('button', { name: /Take off Solar/ })).toBeVisible()

  expect(complaints).toEqual([])
})

test('papers in versions, owners with their shares, a special group', async ({ page }) => {
  const complaints = listen(page, ['422', '403', '415'])
  await signIn(page, SUPPLIER, '/update-profile?part=documents')
  await usable(page)
  await page.getByLabel(/New version of: Tax compliance/).setInputFiles(harmful('tax-ill.pdf'))
  await expect(page.getByText('something harmful in this file (Eicar-Test-')).toBeVisible()
  await page.getByLabel(/New version of: Tax compliance/).setInputFiles(pdf('tax-one'))
  await expect(page.getByText('tax-one.pdf')).toBeVisible()
  await save(page)
  await expect(page.getByText('Please enter the Tax Compliance expiry date.').first()).toBeVisible()
  await page.getByLabel(/Expiry date of: Tax compliance/).fill(day(61))
  await save(page)
  await expect(page.getByText('Version 1').first()).toBeVisible()
  await page.getByLabel(/New version of: Tax compliance/).setInputFiles(pdf('tax-two', 5_000_000))
  await page.getByLabel(/Expiry date of: Tax compliance/).fill(day(62))
  await save(page)
  await expect(page.getByText('Version 2').first()).toBeVisible()
  await page.getByText('Earlier versions').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download tax-one.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('tax-one.pdf')

  await tab(page, 'Ownership').click()
  await page.getByRole('button', { name: 'Add a person or organisation' }).click()
  await page.getByLabel('Full name').fill('Hanna Bekele')
  await page.getByLabel('Share in %').fill('101')
  await page.getByLabel('Woman').check()
  await save(page)
  await expect(page.getByText('Enter a value from').first()).toBeVisible()
  await page.getByLabel('Share in %').fill('100')
  await usable(page)
  await save(page)
  await expect(page.getByText('100%').first()).toBeVisible()

  await tab(page, 'Special groups').click()
  await page.getByLabel('Special group', { exact: false }).first().selectOption({ label: 'Women' })
  await page.getByLabel('Proof', { exact: true }).setInputFiles(pdf('proof'))
  await expect(page.getByText('proof.pdf')).toBeVisible()
  await usable(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Pending')).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'My company' })).toBeVisible()
  await expect(page.getByText('Expires in').or(page.getByText('Valid')).first()).toBeVisible()
  await usable(page)
  expect(complaints).toEqual([])
})

test('on a phone every part can be used', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await signIn(page, SUPPLIER)
  for (const part of ['company', 'addresses', 'categories', 'documents', 'ownership', 'groups']) {
    await page.goto(`/update-profile?part=${part}`)
    await usable(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
  await context.close()
})

test('what somebody else saved meanwhile is told, and nothing typed is lost', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const one = await context.newPage()
  await signIn(one, SUPPLIER, '/update-profile')
  await expect(one.getByLabel('Contact person')).toBeVisible()
  const two = await context.newPage()
  await two.goto('/update-profile')
  await two.getByLabel('Website').fill('https://simien.example')
  await save(two)
  await saved(two)
  await one.getByLabel('Contact person').fill('Hanna Bekele')
  await save(one)
  await expect(one.getByText('Somebody else saved this profile meanwhile').first()).toBeVisible()
  await expect(one.getByLabel('Contact person')).toHaveValue('Hanna Bekele')
  await save(one)
  await saved(one)
  await one.reload()
  await expect(one.getByLabel('Website')).toHaveValue('https://simien.example')
  await context.close()
})

test('the operator validates the special group and looks through the lists', async ({ page }) => {
  const complaints = listen(page, ['422'])
  await signIn(page, 'qed@zabuni.test', '/zabuni/special_group_suppliers')
  await usable(page)
  await page.getByRole('link', { name: 'Simien Trading PLC' }).first().click()
  await expect(page.getByText('The register supports this group.')).toBeVisible()
  await usable(page)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Validate', exact: true }).click()
  await expect(page.getByText('Validated', { exact: true }).first()).toBeVisible()
  for (const path of [
    '/zabuni/suppliers',
    '/zabuni/subscribed_suppliers',
    '/zabuni/run_registered_suppliers/list',
    '/zabuni/suppliers/categories',
  ]) {
    await page.goto(path)
    await usable(page)
  }
  await page.goto('/zabuni/suppliers?search=Simien')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export to Excel' }).click()
  expect((await download).suggestedFilename()).toBe('suppliers.xlsx')
  await page.getByRole('link', { name: 'Simien Trading PLC' }).click()
  await expect(page.getByRole('heading', { name: 'Simien Trading PLC' })).toBeVisible()
  await usable(page)
  await follow(page, page.getByRole('link', { name: 'Supplier categories' }))
  await usable(page)
  await page.goBack()
  await page.getByRole('link', { name: 'Update supplier' }).click()
  await expect(page.getByRole('heading', { name: 'Update supplier' })).toBeVisible()
  await usable(page)
  expect(complaints).toEqual([])
})

test('a buyer looks at its own profile and changes it', async ({ page }) => {
  await signIn(page, 'buyer@zabuni.test', '/company/profile')
  await usable(page)
  await page.getByRole('link', { name: 'Update company profile' }).click()
  await page.getByLabel('Contact person').fill('Amina Otieno')
  await usable(page)
  await save(page)
  await saved(page)
})
