// A plan whose tasks have Amharic names, in every language, as table and as chart, wide and narrow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { heading } from './acts.mjs'
import { expect, listen, signIn, test, usable } from './people.mjs'

const locales = join(import.meta.dirname, '../../i18n/src/locales')
const wordsOf = (language) =>
  JSON.parse(readFileSync(join(locales, language, 'plans.json'), 'utf8'))
const TASKS = ['ምሰሶዎችን መትከልና ሽቦ መዘርጋት', 'በሮችን መግጠም']
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

test('a plan with Amharic names is read in five languages, wide and narrow', async ({ page }) => {
  const complaints = listen(page)
  const title = `የጣቢያው አጥር ${Date.now()}`
  await page.setViewportSize(SIZES[0])
  await signIn(page, 'rail2@zabuni.test', '/company/project_management/create_gantt_chart')
  await page.getByRole('button', { name: 'New plan' }).click()
  await page.getByRole('textbox', { name: 'Name of the plan' }).fill(title)
  await page.getByRole('button', { name: 'Begin plan' }).click()
  await heading(page, title)
  for (const [i, name] of TASKS.entries()) {
    const field = (column) =>
      page.getByRole('textbox', { name: `${column} of task ${i + 1}`, exact: true })
    await page.getByRole('button', { name: 'Add task' }).click()
    await field('Task').fill(name)
    await field('Starts').fill(`0${i + 1}-02-2027`)
    await field('Ends').fill(`1${i + 1}-02-2027`)
    if (i) await field('Waits for').fill('1')
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved\./)).toBeVisible()

  const titles = new Set()
  for (const language of ['am', 'en', 'fr', 'pt', 'sw']) {
    const words = wordsOf(language)
    await page.evaluate((l) => localStorage.setItem('zabuni.language', l), language)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await heading(page, title)
      const table = page.getByRole('table', { name: words.table })
      const named = (i) =>
        words.cell
          .replace('{{column}}', words.columns.task)
          .replace('{{row}}', words.row.replace('{{number}}', i + 1))
      for (const [i, name] of TASKS.entries()) {
        await expect(table.getByRole('textbox', { name: named(i), exact: true })).toHaveValue(name)
        await expect(page.getByRole('slider', { name })).toBeVisible()
      }
      await usable(page)
      const sideways = () => document.documentElement.scrollWidth - innerWidth
      expect(await page.evaluate(sideways), `${language} ${size.width}`).toBe(0)
    }
    titles.add(words.table)
  }
  expect(titles.size).toBe(5)
  expect(complaints).toEqual([])
})
