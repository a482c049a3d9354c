import { expect, follow, harmful, landed, listen, signIn, test, usable } from './people.mjs'

const OPERATOR = 'qed@zabuni.test'
const BUYER = 'water@zabuni.test'
const SUPPLIER = 'supplier5@zabuni.test'
const SUPPLIER_NAME = 'Ziwani Office Systems'
const BRANCH = 'Nakuru West'

test('the operator keeps buyers, modules, services, category types and groups', async ({
  page,
}) => {
  const complaints = listen(page, ['422'])
  await signIn(page, OPERATOR, '/zabuni/buyers/create')
  await usable(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  await page.getByLabel('Company name').fill('Rift Valley Water Works')
  await page.getByLabel('KRA PIN').fill('P051234999Q')
  await page.getByLabel('Phone').fill('+254 712 000 111')
  await page.getByLabel('Email').fill('info@riftwater.example')
  await page.getByLabel('Physical address').fill('Moi Avenue')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Rift Valley Water Works' }),
  ).toBeVisible()
  await usable(page)
  const view = page.url()

  await follow(page, page.getByRole('link', { name: 'Change', exact: true }))
  await usable(page)
  const auctions = page.getByRole('switch', { name: 'Reverse auction, Forward auction' })
  await auctions.click()
  await expect(auctions).not.toBeChecked()
  await page.reload()
  await expect(auctions).not.toBeChecked()

  await page.goto(view.replace('/view', '/services'))
  await usable(page)
  await page.getByRole('checkbox', { name: 'Training' }).check()
  await page.getByLabel('From').fill('01-12-2026')
  await page.getByLabel('From').blur()
  await page.getByRole('button', { name: 'Save' }).click()
  await landed(page, view)
  await expect(page.getByText('Training', { exact: true })).toBeVisible()

  await page.goto(view.replace('/view', '/category_types'))
  await usable(page)
  await page.getByRole('checkbox', { name: /Roads and bridges/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 category type', { exact: true })).toBeVisible()

  await page.goto('/zabuni/category_types/create')
  await usable(page)
  await page.getByLabel('Name').fill('Solar pumps')
  await page.getByLabel('Code').fill('solp')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Solar pumps' })).toBeVisible()
  await usable(page)
  await follow(page, page.getByRole('link', { name: 'Create criteria' }))
  await usable(page)
  await page.getByLabel('Name of the section').fill('Experience')
  await page.getByRole('textbox', { name: 'Question' }).fill('Have you installed solar pumps?')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 question', { exact: true })).toBeVisible()
  await page.goto('/zabuni/category_types')
  await expect(page.getByRole('link', { name: 'Solar pumps' })).toBeVisible()
  await usable(page)

  await page.goto('/zabuni/special-groups/create')
  await usable(page)
  await page.getByLabel('Name').fill('Cooperatives')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Cooperatives' })).toBeVisible()
  await usable(page)
  await page.goto('/zabuni/blacklisted/suppliers')
  await usable(page)
  expect(complaints).toEqual([])
})

test('a buyer keeps branches, templates and the blacklist; the supplier is heard', async ({
  page,
  browser,
}) => {
  await signIn(page, BUYER, '/company/branches/create')
  await usable(page)
  await page.getByLabel('Name').fill(BRANCH)
  await page.getByLabel('Code').fill('NKW')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: BRANCH })).toBeVisible()
  await usable(page)
  await page.getByRole('button', { name: 'Add department' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Procurement')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Procurement', { exact: true })).toBeVisible()

  await page.goto('/company/special-groups')
  await usable(page)

  await page.goto('/company/document-templates')
  await usable(page)
  await page.getByRole('button', { name: 'Add template' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Instructions to bidders')
  await page.locator('input[type=file]').setInputFiles(harmful('instructions.pdf'))
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('something harmful in this file (Eicar-Test-')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'instructions.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Instructions to bidders' })).toBeVisible()
  await usable(page)

  await page.goto('/company/blacklisted/suppliers')
  await usable(page)
  await page.getByRole('button', { name: 'Give notice' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Supplier' }).fill(SUPPLIER_NAME.slice(0, 6))
  await page.getByRole('option', { name: SUPPLIER_NAME }).click()
  await dialog.getByLabel('Reasons').fill('Two orders were never delivered')
  await dialog.getByRole('button', { name: 'Send notice' }).click()
  await expect(page.getByRole('button', { name: SUPPLIER_NAME })).toBeVisible()
  await usable(page)

  const other = await browser.newContext()
  const supplier = await other.newPage()
  await signIn(supplier, SUPPLIER, '/profile/notices')
  await usable(supplier)
  await supplier.getByLabel('Your reply').fill('They were delivered in October')
  await supplier.getByRole('button', { name: 'Send reply' }).click()
  await expect(supplier.getByText('They were delivered in October')).toBeVisible()
  await other.close()

  await page.reload()
  await page.getByRole('button', { name: SUPPLIER_NAME }).click()
  await expect(dialog.getByText('They were delivered in October')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Dismiss the case' }).check()
  await dialog.getByLabel('Reasons').fill('The reply is right')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('Dismissed')).toBeVisible()
})

for (const [email, paths] of [
  [
    OPERATOR,
    [
      '/zabuni/buyers/create',
      '/zabuni/category_types',
      '/zabuni/category_types/create',
      '/zabuni/special-groups',
      '/zabuni/special-groups/create',
      '/zabuni/blacklisted/suppliers',
    ],
  ],
  [
    'rail@zabuni.test',
    [
      '/company/branches',
      '/company/branches/create',
      '/company/special-groups',
      '/company/special-groups/create',
      '/company/document-templates',
      '/company/blacklisted/suppliers',
    ],
  ],
  [SUPPLIER, ['/profile/notices']],
])
  test(`${email} administers on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, email)
    for (const path of paths) {
      await page.goto(path)
      await usable(page)
    }
  })
