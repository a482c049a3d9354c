// What risk management has beside: what was found of an answer goes into the register of risks.
import { heading } from './acts.mjs'
import { expect, follow, usable } from './people.mjs'

const of = (company) => `${company} works without a licence`

/** From the sheet of a bid that a verdict sets out: a risk that names the job and the supplier. */
export const becomesRisk = async (page, { company, fatal }, title) => {
  if (!fatal) return
  const sheet = page.url()
  await follow(page, page.getByRole('link', { name: 'Add risk' }))
  await expect(page.getByRole('combobox', { name: 'Job' })).toHaveValue(title)
  await expect(page.getByRole('combobox', { name: 'Supplier' })).toHaveValue(company)
  await page.getByRole('textbox', { name: 'Risk' }).fill(of(company))
  await page.getByRole('combobox', { name: 'Likelihood' }).selectOption('4')
  await page.getByRole('combobox', { name: 'Impact' }).selectOption('5')
  await page.getByRole('textbox', { name: 'Next review' }).fill('01-01-2031')
  await usable(page)
  await page.getByRole('button', { name: 'Add risk' }).click()
  await heading(page, of(company))
  await expect(page.getByText('Entered with a score of 20')).toBeVisible()
  await usable(page)
  await page.goto(sheet)
  await heading(page, company)
}

/** The register speaks of that supplier, and leads from the risk to the job. */
export const registered = async ({ row, people, title }) => {
  const [, other] = people
  const { company } = row.bids.find(({ fatal }) => fatal)
  await other.goto('/company/risk_management/dashboard')
  await other.goto(`/company/risk_management/risks?search=${encodeURIComponent(title)}`)
  await follow(other, other.getByRole('link', { name: of(company) }))
  await heading(other, of(company))
  await follow(other, other.getByRole('link', { name: title }))
  await heading(other, title)
}
