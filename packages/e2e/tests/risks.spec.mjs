// The desk of risks: one is entered, found in the matrix, treated and closed, at a desk and on a phone.
import { heading } from './acts.mjs'
import { expect, follow, landed, listen, signIn, test, toJob, usable } from './people.mjs'

const BOARD = '/company/risk_management/dashboard'

test('a risk is entered, found where it stands, and closed with a reason', async ({ page }) => {
  const complaints = listen(page, ['422'])
  await signIn(page, 'rail@zabuni.test', BOARD)
  await heading(page, 'Risk management')
  await usable(page)
  // The desk has lines of its own, with the way back.
  const lines = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(lines.getByRole('link', { name: 'All work' })).toBeVisible()
  await expect(lines.getByRole('link', { name: 'Register of risks' })).toBeVisible()

  await follow(page, page.getByRole('link', { name: 'Add risk' }))
  await usable(page)
  await page.getByRole('textbox', { name: 'Risk' }).fill('A bridge is closed for a season')
  await page.getByRole('combobox', { name: 'Likelihood' }).selectOption('1')
  await page.getByRole('combobox', { name: 'Impact' }).selectOption('5')
  await expect(page.getByRole('status').filter({ hasText: /5\s*Moderate/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'Tigist Alemu' })
  // A day that has gone by is refused at its field, and nothing that was typed is lost.
  await page.getByRole('textbox', { name: 'Next review' }).fill('01-01-2020')
  await page.getByRole('button', { name: 'Add risk' }).click()
  await expect(page.getByText('This day has passed.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Next review' }).fill('01-01-2031')
  await page.getByRole('button', { name: 'Add risk' }).click()
  await landed(page, /\/risk_management\/risks\/[0-9a-f-]{36}$/)
  await heading(page, 'A bridge is closed for a season')
  await expect(page.getByText('Entered with a score of 5')).toBeVisible()
  await usable(page)

  // The matrix is a table: a cell says what stands in it, and opens it.
  await page.goto(BOARD)
  const matrix = page.getByRole('table', { name: /by likelihood and impact/ })
  await expect(matrix.getByRole('rowheader')).toHaveCount(5)
  await follow(page, matrix.getByRole('link', { name: '1 risk, Moderate: likelihood 1, impact 5' }))
  await heading(page, 'Register of risks')
  await follow(page, page.getByRole('link', { name: 'A bridge is closed for a season' }))

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Change status' }).click()
  const question = page.getByRole('dialog', { name: 'Change status' })
  await question.getByRole('radio', { name: /^Closed/ }).check()
  await question.getByRole('button', { name: 'Change status' }).click()
  await expect(
    question.getByText('Say why: it stands in the history of the risk.').first(),
  ).toBeVisible()
  await question.getByRole('textbox', { name: 'Note' }).fill('The new bridge is open.')
  await question.getByRole('button', { name: 'Change status' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('The new bridge is open.')).toBeVisible()
  await usable(page)
  // What is closed is opened again before it is changed.
  await expect(page.getByRole('link', { name: 'Edit risk' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a risk is entered from a job and from a bid that was checked, and names them', async ({
  page,
}) => {
  const complaints = listen(page)
  await signIn(page, 'rail@zabuni.test')
  await toJob(page, '/company/tenders', 'Track maintenance tools')
  const job = page.url()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Add risk' }).click()
  await heading(page, 'Add risk')
  await expect(page.getByRole('combobox', { name: 'Job' })).toHaveValue('Track maintenance tools')
  await expect(page.getByRole('combobox', { name: 'Supplier' })).toHaveValue('')

  await page.goto(job)
  await follow(page, page.getByRole('link', { name: 'Maintenance tools', exact: true }))
  await follow(page, page.getByRole('link', { name: 'Opening and evaluation' }))
  await follow(page, page.getByRole('link', { name: 'Quality assurance', exact: true }))
  const bid = page
    .getByRole('listitem')
    .filter({ has: page.getByText('Checked', { exact: true }) })
    .first()
  await follow(page, bid.getByRole('link', { name: 'View' }))
  const supplier = await page.getByRole('heading', { level: 1 }).innerText()
  await follow(page, page.getByRole('link', { name: 'Add risk' }))
  await expect(page.getByRole('combobox', { name: 'Job' })).toHaveValue('Track maintenance tools')
  await expect(page.getByRole('combobox', { name: 'Supplier' })).toHaveValue(supplier)
  await page.getByRole('textbox', { name: 'Risk' }).fill('Its licence ends before the work does')
  await page.getByRole('textbox', { name: 'Next review' }).fill('01-01-2031')
  await page.getByRole('button', { name: 'Add risk' }).click()
  await heading(page, 'Its licence ends before the work does')
  await expect(page.getByText(supplier)).toBeVisible()
  await usable(page)
  expect(complaints).toEqual([])
})

test('the operator sees registers in figures, and nothing of what stands in them', async ({
  page,
}) => {
  const complaints = listen(page)
  await signIn(page, 'qed@zabuni.test', '/zabuni/risk_management/dashboard')
  await heading(page, 'Risk management')
  await expect(page.getByRole('row', { name: /Awash Rail Corporation/ })).toBeVisible()
  await expect(page.getByText('fuel depot')).toHaveCount(0)
  await expect(page.getByRole('table', { name: /by likelihood/ }).getByRole('link')).toHaveCount(0)
  await usable(page)
  expect(complaints).toEqual([])
})
