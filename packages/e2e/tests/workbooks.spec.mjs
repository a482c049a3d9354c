// What authors write in a workbook: down as it is, up with what it would do, and what comes back to be corrected.
import { readFileSync } from 'node:fs'
import { heading, tab } from './acts.mjs'
import { expect, follow, landed, listen, signIn, test, usable } from './people.mjs'
import { workbook } from './workbook.mjs'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ITEMS = ['id', 'number', 'code', 'description', 'unit', 'quantity', 'classification']
const file = (buffer) => ({ name: 'filled.xlsx', mimeType: XLSX, buffer })
const give = (page, what) => page.locator('input[type=file]').setInputFiles(what)
const template = async (page) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download template' }).click()
  return readFileSync(await (await download).path())
}
const completed = (page) =>
  expect(page.getByRole('main').getByText('Completed').first()).toBeVisible({ timeout: 60_000 })

test('items come from a workbook: the good one, the same again, a bad one, the largest', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const complaints = listen(page, ['422'])
  await signIn(page, 'buyer@zabuni.test', '/company/tenders?status=draft')
  // By its name: what other journeys have just begun comes first, and may have no category yet.
  await follow(page, page.getByRole('link', { name: /main kitchen/ }))
  await landed(page, /\/company\/tender\/details\//)
  await follow(page, page.locator('main a[href*="/tender/category/details/"]').first())
  await landed(page, /\/company\/tender\/category\/details\//)
  await tab(page, 'Items')
  await landed(page, /\/company\/tender\/financial\/details\//)
  const items = page.url()
  const upload = async (rows) => {
    await page.goto(items)
    await follow(page, page.getByRole('link', { name: 'Upload items' }))
    await heading(page, 'Items from a workbook')
    await give(page, file(workbook('RFQ ITEMS', [ITEMS, ITEMS, ...rows])))
  }
  const row = (n, quantity = '2.5') => ['', `W${n}`, '', `Workbook pipe ${n}`, 'm', quantity, '']

  await upload([row(1), row(2)])
  await expect(page.getByRole('button', { name: 'Take over 2 rows' })).toBeVisible()
  await usable(page)
  await page.getByRole('button', { name: 'Take over 2 rows' }).click()
  await landed(page, /\/company\/tender\/financial\/items\/upload\//)
  await completed(page)
  await usable(page)
  await follow(page, page.getByRole('link', { name: 'Back' }))
  await expect(page.getByText('Workbook pipe 2')).toBeVisible()

  await upload([row(1), row(2)])
  await expect(page.getByText('There is nothing to do.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Take over/ })).toHaveCount(0)

  await upload([row(1), row(3, 'many')])
  await expect(page.getByRole('cell', { name: /This is not a number/ })).toBeVisible()
  await page.getByRole('button', { name: 'Get the rows to correct' }).click()
  await completed(page)
  const errors = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download what to correct' }).click()
  expect((await errors).suggestedFilename()).toBe('items-to-correct.xlsx')

  await page.goto(items)
  await follow(page, page.getByRole('link', { name: 'Upload items' }))
  await give(page, file(workbook('OTHER', [ITEMS, ITEMS])))
  await expect(page.getByText('The workbook has no worksheet RFQ ITEMS.')).toBeVisible()

  await upload(Array.from({ length: 4900 }, (_, n) => row(n + 1)))
  await page.getByRole('button', { name: 'Take over 4898 rows' }).click({ timeout: 60_000 })
  await completed(page)
  expect(complaints).toEqual([])
})

const QUESTIONS = [
  ...['id', 'section', 'subsection', 'question', 'help', 'response', 'options', 'must_answer'],
  ...['goes_qa', 'goes_dd', 'scored', 'max_score', 'min_score'],
]

test('the template of questions changes nothing; a new row is asked, on a phone', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const complaints = listen(page)
  await signIn(page, 'rail@zabuni.test', '/company/prequalifications?status=draft')
  await follow(page, page.getByRole('link', { name: 'Suppliers of rail fastenings' }))
  await follow(page, page.locator('main a[href*="/category/details/"]').first())
  await tab(page, 'Sections and questions')
  await landed(page, /tab=criteria/)
  const criteria = page.url()
  await follow(page, page.getByRole('link', { name: 'Upload questions' }))
  await heading(page, 'Questions from a workbook')
  await give(page, file(await template(page)))
  await expect(page.getByText('There is nothing to do.').first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const asked = ['', 'Depots', '', 'How many depots have you?', '', 'number', '', 'yes', 'no']
  const row = [...asked, 'no', 'no', '', '']
  await give(page, file(workbook('QUESTIONS', [QUESTIONS, QUESTIONS, row])))
  await expect(page.getByText('There is no section “Depots” here.')).toBeVisible()
  const section = ['', 'Depots', ...row.slice(2).fill('')]
  await give(page, file(workbook('QUESTIONS', [QUESTIONS, QUESTIONS, section, row])))
  await page.getByRole('button', { name: 'Take over 2 rows' }).click()
  await completed(page)
  await usable(page)
  await page.goto(criteria)
  await expect(page.getByText('How many depots have you?')).toBeVisible()
  expect(complaints).toEqual([])
})

test('the operator’s people write the categories of a buyer from a workbook', async ({ page }) => {
  test.setTimeout(120_000)
  const complaints = listen(page)
  await signIn(page, 'qed@zabuni.test', '/zabuni/prequal/buyers')
  await follow(page, page.getByRole('link', { name: 'Awash Rail Corporation' }))
  await page.goto(`${page.url()}${page.url().includes('?') ? '&' : '?'}status=draft`)
  await follow(page, page.locator('tbody a').first())
  const job = page.url()
  await follow(page, page.getByRole('link', { name: 'Upload categories' }))
  await heading(page, 'Categories from a workbook')
  await give(page, file(await template(page)))
  await expect(page.getByText('There is nothing to do.').first()).toBeVisible()
  const columns = ['id', 'number', 'name', 'description', 'category_type', 'grouping', 'currency']
  const terms = ['estimate', 'opens_at', 'closes_at', 'bid_fee', 'pass_mark', 'invited_only']
  const keys = [...columns, ...terms]
  const times = ['2027-03-01 09:00', '2027-03-15 17:00']
  const row = ['', 'WB1', 'Depot lighting', '', '', '', 'ETB', '', ...times, '0', '', 'no']
  await give(page, file(workbook('CATEGORIES', [keys, keys, row])))
  await page.getByRole('button', { name: 'Take over 1 row' }).click()
  await completed(page)
  await usable(page)
  await page.goto(job)
  await expect(page.getByRole('link', { name: 'Depot lighting' })).toBeVisible()
  expect(complaints).toEqual([])
})
