import { heading, reach } from './acts.mjs'
import { expect, follow, landed, listen, search, signIn, test, usable } from './people.mjs'

/** What a word processor and a hostile page lay on the clipboard together. */
const FOREIGN = `<meta charset="utf-8"><style>p{color:red}</style><p class="MsoNormal">Interest is <b>one per cent</b>.</p>
<img src="https://evil.example/x.png" onerror="window.taken=1"><script>window.taken=2</script>
<ol start="2"><li onclick="window.taken=3"><p>Invoices are numbered.</p></li></ol><a href="javascript:window.taken=4">Click</a>`

const paste = (box, html) =>
  box.evaluate((element, text) => {
    const data = new DataTransfer()
    data.setData('text/html', text)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, html)

const save = (page) => page.getByRole('button', { name: 'Save' }).first().click()

test('a clause is written, changed by two at once and taken up by a template and a category', async ({
  page,
  browser,
}) => {
  const complaints = listen(page, ['status of 422'])
  const title = `Late payment ${Date.now()}`
  await signIn(page, 'contracts@zabuni.test', '/contract-management/sections')
  await expect(page.getByRole('link', { name: 'Payment within thirty days' })).toBeVisible()
  await usable(page)
  await follow(page, page.getByRole('link', { name: 'Write a clause' }).first())

  // What is missing is told where it belongs, and nothing that was typed is lost.
  await page.getByLabel('Title').fill(title)
  await save(page)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Code').fill(`LATE-${Date.now() % 100_000}`)
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('payment')

  const box = page.getByRole('textbox', { name: 'Text' })
  await box.click()
  await page.keyboard.type('The Buyer pays ')
  await page.getByRole('combobox', { name: 'Insert a field' }).selectOption({ label: 'Value' })
  await expect(box).toContainText('The Buyer pays {value}')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type(' at once.')
  await page.keyboard.press('Enter')
  await paste(box, FOREIGN)
  await expect(box.locator('strong')).toHaveText(['at once.', 'one per cent'], {
    useInnerText: true,
  })
  await expect(box.locator('img, script, style, [onclick], a[href^="javascript"]')).toHaveCount(0)
  expect(await page.evaluate(() => window.taken)).toBeUndefined()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Insert a table' }).click()
  await page.keyboard.type('Days late')
  await usable(page)
  await save(page)
  await landed(page, /\/contract-management\/sections$/)
  await search(page, title)
  await follow(page, page.getByRole('link', { name: title }))
  await heading(page, title)
  await expect(page.getByText('The Buyer pays {value}')).toBeVisible()
  await expect(page.locator('ol[start="2"]')).toContainText('Invoices are numbered.')
  await expect(page.getByRole('cell', { name: 'Days late' })).toBeVisible()
  await usable(page)

  // Two change it at once: the second reads what the first wrote beside the own text, which stays.
  const id = page.url().split('/').at(-2)
  const buyer = await (await browser.newContext()).newPage()
  await signIn(buyer, 'buyer@zabuni.test')
  await buyer.goto(`/buyer/contracts/sections/${id}/update`)
  const theirs = buyer.getByRole('textbox', { name: 'Text' })
  await expect(theirs).toContainText('at once')
  await follow(page, page.getByRole('link', { name: 'Edit' }))
  await page.getByLabel('Fallback').fill('Within a week.')
  await expect(box).toContainText('at once')
  await save(page)
  await landed(page, /\/view$/)
  await theirs.click()
  await buyer.keyboard.press('Control+Home')
  await buyer.keyboard.type('Always: ')
  await save(buyer)
  await expect(buyer.getByText('which somebody wrote meanwhile')).toBeVisible()
  await expect(theirs).toContainText('Always: The Buyer pays')
  await usable(buyer)
  await save(buyer)
  await landed(buyer, /\/buyer\/contracts\/sections\/[0-9a-f-]+\/view$/)
  await expect(buyer.getByText('Always: The Buyer pays {value}')).toBeVisible()
  await expect(buyer.getByText('Version 3', { exact: true })).toBeVisible()

  // A template takes it in, goes out as paper, and a category begins with it.
  await page.goto('/contract-management/templates/create')
  const name = `Terms ${Date.now()}`
  await page.getByLabel('Name').fill(name)
  await page.getByRole('combobox', { name: 'A clause of the library' }).fill(title)
  await page.getByRole('option', { name: new RegExp(title) }).click()
  await expect(page.getByText('Always: The Buyer pays {value}')).toBeVisible()
  await usable(page)
  await save(page)
  await landed(page, /\/contract-management\/templates$/)
  await follow(page, page.getByRole('link', { name }))
  for (const [button, kind] of [
    ['PDF', 'pdf'],
    ['Word', 'docx'],
  ]) {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: button, exact: true }).click()
    expect((await file).suggestedFilename()).toBe(`${name}.${kind}`)
  }
  await page.goto('/contract-management/categories/create')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Kept for (years)').fill('3')
  await page.getByRole('combobox', { name: 'Template' }).fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Kept for (years)')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByLabel('Kept for (years)').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await landed(page, /\/contract-management\/categories$/)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('10')
  await usable(page)
  expect(complaints).toEqual([])
})

test('the platform offers clauses to all buyers, who copy what they want otherwise', async ({
  page,
}) => {
  await signIn(page, 'qed@zabuni.test', '/zabuni/contracts/sections')
  await expect(page.getByRole('link', { name: 'Contract price' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payment within thirty days' })).toHaveCount(0)
  await signIn(page, 'rail@zabuni.test', '/buyer/contracts/sections')
  await expect(page.getByText('No clauses yet')).toBeVisible()
  await page.goto('/buyer/contracts/sections?shelf=platform')
  await follow(page, page.getByRole('link', { name: 'Contract price' }))
  await follow(page, page.getByRole('link', { name: 'Make a copy of ours' }))
  await expect(page.getByRole('textbox', { name: 'Text' })).toContainText('The contract price is')
  await save(page)
  await landed(page, /\/buyer\/contracts\/sections$/)
  await expect(page.getByRole('link', { name: 'Contract price' })).toBeVisible()
})

test('a text is written, formatted and put into a table by the keyboard alone', async ({
  page,
}) => {
  const complaints = listen(page)
  await signIn(page, 'contracts@zabuni.test', '/contract-management/sections/create')
  const box = page.getByRole('textbox', { name: 'Text' })
  const tool = (name) => page.getByRole('button', { name, exact: true })
  await expect(box).toBeVisible()
  await reach(page, box)
  await page.keyboard.type('Goods are delivered.')
  await page.keyboard.press('Shift+Home')
  // The editor hears of what is chosen a moment after the page.
  await expect
    .poll(() => page.evaluate(() => getSelection().toString()))
    .toBe('Goods are delivered.')
  await expect(async () => {
    await page.keyboard.press('Control+b')
    await expect(box.locator('strong')).toHaveText('Goods are delivered.', { timeout: 2000 })
  }).toPass()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  // Back from the text into its tools, which lie before it, and on from there.
  const back = async (locator) => {
    for (let n = 0; n < 60; n++) {
      if (await locator.evaluate((e) => e === document.activeElement)) return
      await page.keyboard.press('Shift+Tab')
    }
    throw new Error('not reached by Shift+Tab')
  }
  await back(tool('Numbered list'))
  await page.keyboard.press('Space')
  await expect(box).toBeFocused()
  await page.keyboard.type('To the stores')
  await expect(box.locator('ol li')).toHaveText(['To the stores'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await back(page.getByRole('combobox', { name: 'Insert a field' }))
  await page.keyboard.type('Value')
  await page.keyboard.press('Enter')
  await expect(box).toContainText('{value}')
  await back(tool('Insert a table'))
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await page.keyboard.type('Pump')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await expect(box.locator('td').first()).toHaveText('Pump')
  await expect(box.locator('td').nth(1)).toHaveText('4')
  await back(tool('Undo'))
  await page.keyboard.press('Space')
  await expect(box.locator('td').nth(1)).not.toHaveText('4')
  await usable(page)
  expect(complaints).toEqual([])
})
