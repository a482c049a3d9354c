import { heading, tab } from './acts.mjs'
import { expect, listen, search, signIn, test, usable } from './people.mjs'

const sizes = [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]

const crumb = (page, name) =>
  page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name }).click()

/** Every kind of answer, with what its form asks for besides the question itself. */
const questions = [
  ['text', 'What is your registered name?'],
  ['textbox', 'Describe your experience with hospitals.'],
  ['selection', 'How soon can you deliver?', ['Within a week', 'Within a month']],
  ['checkboxes', 'Which certificates do you hold?', ['ISO 9001', 'ISO 13485']],
  ['boolean', 'The goods are new.'],
  ['true_false', 'We have never been debarred.'],
  ['yes_no', 'Do you have a service workshop in the country?'],
  ['file_upload', 'Attach your tax compliance certificate.'],
  ['number', 'How many years have you traded?'],
]

const addQuestion = async (page, [type, prompt, options = []], score) => {
  await heading(page, 'Add a question')
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill(prompt)
  await page.getByLabel('Kind of answer').selectOption(type)
  for (const [i, option] of options.entries())
    await page.getByLabel(`Option ${i + 1}`, { exact: true }).fill(option)
  await score?.()
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(page.getByRole('link', { name: prompt })).toBeVisible()
}

const moreQuestions = (page) => page.getByRole('link', { name: 'Add question' }).first().click()

for (const [name, viewport] of sizes) {
  test(`a buyer writes, corrects, publishes and shares a tender (${name})`, async ({ page }) => {
    // The refused publishing answers 422, which the browser notes as a failed load.
    const complaints = listen(page, ['status of 422'])
    await signIn(page, 'buyer@zabuni.test')
    await page.setViewportSize(viewport)
    await heading(page, 'Welcome, Amina')
    await usable(page)

    await page.goto('/company/tenders')
    await heading(page, 'Tenders')
    await usable(page)

    // What is typed survives a reload, and what is missing is told at its field.
    await page.goto('/company/create/tender')
    await heading(page, 'Create tender')
    await page.getByLabel('Title').fill(`Laboratory equipment ${name}`)
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue(`Laboratory equipment ${name}`)
    await page.getByRole('button', { name: 'Create tender' }).click()
    await expect(page.getByRole('alert')).toContainText('1 field to correct')
    await page.getByLabel('Your own number').fill(`MRH/2026/${name}`)
    await usable(page)
    await page.getByRole('button', { name: 'Create tender' }).click()
    await heading(page, `Laboratory equipment ${name}`)
    await usable(page)

    // Nothing to publish yet: the category comes first.
    await page.getByRole('link', { name: 'Add category' }).click()
    await heading(page, 'Add a category')
    await page.getByLabel('Name').fill('Centrifuges')
    await page.getByRole('combobox', { name: 'Kind of supply' }).fill('med')
    await page.getByRole('listbox', { name: 'Kind of supply' }).getByRole('option').first().click()
    await page.getByLabel('Technical part').fill('170')
    await page.getByRole('button', { name: 'Add category' }).click()
    await expect(
      page.getByText('This field cannot contain a value more than 100').last(),
    ).toBeVisible()
    await page.getByLabel('Technical part').fill('60')
    await expect(page.getByText('Together 90%')).toBeVisible()
    await page.getByLabel('Pass mark').fill('50')
    await usable(page)
    await page.getByRole('button', { name: 'Add category' }).click()
    await heading(page, 'Centrifuges')
    await usable(page)

    // What must be corrected is not asked about: every reason is there, and each leads to its place.
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Not published yet. See what is missing.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const reasons = page.getByRole('heading', { name: 'Before you publish' }).locator('../..')
    await expect(reasons.getByRole('listitem')).not.toHaveCount(0)
    await usable(page)
    await reasons
      .getByRole('listitem')
      .filter({ hasText: '100%' })
      .getByRole('link', { name: 'Terms of the category' })
      .click()
    await heading(page, 'Edit category')
    await expect(page.getByLabel('Technical part')).toBeFocused()
    await page.getByLabel('Financial part').fill('40')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Centrifuges')

    // Two sections; the first asks for one answer of each kind, the second is scored.
    await tab(page, 'Sections and questions')
    await page.getByRole('link', { name: 'Add section' }).click()
    await page.getByLabel('Name').fill('Mandatory documents')
    await usable(page)
    await page.getByRole('button', { name: 'Add section' }).click()
    await heading(page, 'Mandatory documents')
    for (const question of questions) {
      await moreQuestions(page)
      await addQuestion(page, question)
    }
    await usable(page)
    const prompts = page.getByRole('main').getByRole('listitem').getByRole('link')
    await page.getByRole('button', { name: `Move ${questions[1][1]} up` }).click()
    await expect(prompts.first()).toHaveText(questions[1][1])

    await crumb(page, 'Sections and questions')
    await page.getByRole('link', { name: 'Add section' }).click()
    await page.getByLabel('Name').fill('Technical capacity')
    await page.getByRole('button', { name: 'Add section' }).click()
    await moreQuestions(page)
    await addQuestion(page, ['yes_no', 'Is a service engineer on call?'], async () => {
      await page.getByLabel('This question is scored').check()
      await page.getByLabel('Highest score').fill('10')
      await page.getByLabel('Points for option 1').fill('10')
      await page.getByLabel('Points for option 2').fill('0')
      await usable(page)
    })
    await moreQuestions(page)
    await addQuestion(page, ['number', 'How many similar deliveries have you made?'], async () => {
      await page.getByLabel('This question is scored').check()
      await page.getByLabel('Highest score').fill('20')
      for (const [from, below, points] of [
        ['', '5', '5'],
        ['5', '', '20'],
      ]) {
        await page.getByRole('button', { name: 'Add band' }).click()
        await page.getByLabel('From').last().fill(from)
        await page.getByLabel('Below').last().fill(below)
        await page.getByLabel('Points', { exact: true }).last().fill(points)
      }
    })
    await crumb(page, 'Sections and questions')
    await heading(page, 'Centrifuges')
    await expect(page.getByRole('heading', { level: 2, name: 'Technical capacity' })).toBeVisible()
    await usable(page)

    // Items: one typed, two pasted out of a spreadsheet, one changed where it stands.
    await tab(page, 'Items')
    await page.getByLabel('Description').last().fill('Refrigerated centrifuge, 24 places')
    await page.getByLabel('Unit').last().fill('pcs')
    await page.getByLabel('Quantity').last().fill('4')
    await page.getByLabel('Quantity').last().press('Enter')
    await expect(page.getByText('1 line', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Paste from Excel' }).click()
    await page
      .getByLabel('Lines out of a spreadsheet')
      .fill('Description\tUnit\tQuantity\nRotor, 24 x 2 ml\tpcs\t8\nInstallation\tlot\t1,5')
    await usable(page)
    await page.getByRole('button', { name: 'Add 3 lines' }).click()
    await expect(page.getByText('3 lines', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Edit line 2' }).click()
    await page.getByLabel('Quantity').first().fill('6')
    await page.getByLabel('Quantity').first().press('Enter')
    await expect(page.getByText('10 pcs')).toBeVisible()
    await usable(page)

    // As a supplier will see it.
    await tab(page, 'Preview')
    await expect(page.getByText('Attach your tax compliance certificate.')).toBeVisible()
    await usable(page)

    await tab(page, 'Overview')
    await expect(page.getByText('Nothing keeps this category from being published.')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    const asked = page.getByRole('dialog')
    await expect(asked).toContainText(/Opens\d\d-\d\d-\d{4} .*Closes\d\d-\d\d-\d{4} .*GMT\+3/)
    await expect(asked).toContainText(/Bid fee(Free|KES)/)
    await usable(page)
    await asked.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published, not open yet').first()).toBeVisible()
    await usable(page)

    await tab(page, 'Invited suppliers')
    await page.getByRole('link', { name: 'Invite suppliers' }).click()
    await heading(page, 'Invite suppliers')
    await search(page, 'Sheba', page.getByRole('searchbox', { name: 'Search by name' }))
    await page
      .getByRole('row', { name: /Sheba Medical/ })
      .getByRole('checkbox')
      .check()
    await usable(page)
    await page.getByRole('button', { name: 'Invite 1 supplier' }).click()
    await expect(page.getByText('Sheba Medical Import')).toBeVisible()
    await usable(page)

    expect(complaints).toEqual([])
  })
}
