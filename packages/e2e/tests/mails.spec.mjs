// Which mails a person wants, and when: chosen in the profile, kept, and corrected where they are wrong.
import { expect, follow, landed, listen, signIn, test, usable } from './people.mjs'

const WAYS = ['As they come', 'In a daily summary', 'No email']

test('a supplier chooses which mails come, and when', async ({ page }) => {
  const complaints = listen(page, ['422'])
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'supplier2@zabuni.test', '/notifications')
  await follow(page, page.getByRole('link', { name: 'Choose emails' }))
  await landed(page, '/profile')
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Emails', exact: true }) })
  await expect(card).toContainText(/New jobs in my categories\s*As they come/)
  await expect(card).toContainText(/Quiet hours\s*None/)
  await card.getByRole('button', { name: 'Change' }).click()
  const form = page.getByRole('dialog', { name: 'Emails' })
  await expect(form).toContainText('What you need always comes by email at once')
  await expect(form).toContainText('Hours are of Africa/Nairobi.')
  await usable(page)
  await page.screenshot({ path: test.info().outputPath('mails-390.png') })

  // Quiet hours that end when they begin, and such as have one end alone, are named; nothing that was chosen is lost.
  await form.getByLabel('New jobs in my categories').selectOption(WAYS[1])
  await form.getByLabel('Plans, risks and meetings').selectOption(WAYS[2])
  await form.getByLabel('Hour of the summary').selectOption('18:00')
  await form.getByLabel('Quiet from').selectOption('22:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Quiet until')).toHaveAccessibleDescription(/required/)
  await form.getByLabel('Quiet until').selectOption('22:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Quiet until')).toHaveAccessibleDescription(
    'Quiet hours must end at another hour than they begin.',
  )
  await usable(page)
  await expect(form.getByLabel('New jobs in my categories')).toHaveValue('summary')
  await form.getByLabel('Quiet until').selectOption('06:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your choice is saved')).toBeVisible()
  await expect(form).toHaveCount(0)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await landed(page, '/profile')
  await expect(card).toContainText(/New jobs in my categories\s*In a daily summary/)
  await expect(card).toContainText(/Plans, risks and meetings\s*No email/)
  await expect(card).toContainText(/Hour of the summary\s*18:00/)
  await expect(card).toContainText(/Quiet hours\s*22:00 – 06:00/)
  await usable(page)
  await page.screenshot({ path: test.info().outputPath('mails-1440.png') })

  // By the keys alone: all are stopped, and taken up again with what was chosen.
  // Half a pair of hours, which nobody could correct once it is hidden, stops nothing and changes nothing.
  await card.getByRole('button', { name: 'Change' }).focus()
  await page.keyboard.press('Enter')
  await form.getByLabel('Quiet until').selectOption('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Quiet until')).toHaveAccessibleDescription(/required/)
  await form.getByRole('checkbox', { name: /^No emails but those I need/ }).focus()
  await page.keyboard.press('Space')
  await expect(form.getByLabel('Hour of the summary')).toHaveCount(0)
  await form.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(card).toContainText(/All\s*Only those I need/)
  await card.getByRole('button', { name: 'Change' }).click()
  await form.getByRole('checkbox', { name: /^No emails but those I need/ }).uncheck()
  await expect(form.getByLabel('Quiet from')).toHaveValue('22')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText(/New jobs in my categories\s*In a daily summary/)
  expect(complaints).toEqual([])
})
