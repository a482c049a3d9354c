// What people of several journeys do, each written once.
import { readFileSync } from 'node:fs'
import { expect, follow, landed, linkOf, mailTo, opened, search, usable } from './people.mjs'

const words = JSON.parse(
  readFileSync(new URL('../../i18n/src/locales/en/activities.json', import.meta.url), 'utf8'),
).words

/** The screen is the one of this name. */
export const heading = (page, name) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()

/** A button of the question that stands open. */
export const dialog = (page, name) => page.getByRole('dialog').getByRole('button', { name })

/** Does what cannot be undone: the act, and once more in the question that it asks. */
export const decide = async (page, name) => {
  await page.getByRole('button', { name, exact: true }).click()
  await dialog(page, name).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** What a person at the keyboard does: goes on to what has the focus next until that is what is wanted. */
export const reach = async (page, locator) => {
  for (let n = 0; n < 120; n++) {
    if (await locator.evaluate((e) => e === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('not reached by Tab')
}

/** Goes there by the keyboard, and presses a key. */
export const press = async (page, locator, key = 'Enter') => {
  await expect(locator).toBeVisible()
  await reach(page, locator)
  await page.keyboard.press(key)
}

/** Declares to have no interest in any bidder. */
export const declareNone = async (page) => {
  await page.getByLabel('I have no interest in any bidder').check()
  await page.getByRole('button', { name: 'Declare' }).click()
}

/** Puts a fee into the cart, and is there: who went on by an address would take the request back that adds it. */
export const addToCart = async (page) => {
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await landed(page, /\/supplier\/dashboard\/cart$/)
}

/** Chooses another way than the one that is open, and confirms what is told of money that was sent. */
export const givesUp = async (page) => {
  await page.getByRole('button', { name: 'Choose another way' }).click()
  await expect(page.getByRole('dialog').getByText(/cannot be undone/)).toBeVisible()
  await dialog(page, 'Give it up').click()
}

/** Goes to a part of a category. */
export const tab = (page, name) =>
  page
    .getByRole('navigation', { name: 'Parts of the category' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()

/** What was typed is kept. */
export const saved = (page) =>
  expect(page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d [AP]M$/ })).toBeVisible()

/** Registers a company through the form and returns the address of who did. */
export const register = async (page, { company, user = 'asha', password = 'simba42' }) => {
  const unique = `${Date.now()}${Math.floor(Math.random() * 1000)}`
  const email = `${user}.${unique}@kazi.example`
  await page.goto('/register')
  await page.getByLabel('Company type').selectOption('limited')
  await page.getByLabel('Company name').fill(company)
  await page.getByLabel('Country').selectOption({ label: 'Kenya' })
  await page
    .getByRole('combobox', { name: 'Location or county' })
    .selectOption({ label: 'Nairobi' })
  await page.getByLabel('Physical address').fill('Kenyatta Avenue, Nairobi')
  await page.getByLabel('Company phone').fill('0701 234 567')
  await page.getByLabel('Contact person').fill('Asha Juma')
  await page.getByLabel('KRA PIN').fill(`P${unique.slice(-9)}Z`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Juma')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Your phone').fill('0701 234 568')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox', { name: /Terms/ }).check()
  await usable(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(email)).toBeVisible()
  return email
}

/** Follows the mail that makes an account one. */
export const activate = async (page, request, email) => {
  await page.goto(linkOf(await mailTo(request, email, 'Activate')))
  await opened(page, '/activate-account')
  await expect(page.getByText('Account activated')).toBeVisible()
}

const question = async (page, prompt, kind, answers = []) => {
  await page.getByRole('link', { name: 'Add question' }).first().click()
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill(prompt)
  await page.getByLabel('Kind of answer').selectOption(kind)
  await page.getByLabel('Must be answered').check()
  await page.getByLabel('This question is scored').check()
  await page.getByLabel('Highest score').fill('10')
  for (const [i, points] of answers.entries())
    await page.getByLabel(`Points for option ${i + 1}`).fill(points)
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(page.getByRole('link', { name: prompt })).toBeVisible()
}

/** A job with one category: its terms by their labels, questions with a scored choice and a text that people score, and items; published. */
export const author = async (page, { activity, path, title, code, category, terms, items }) => {
  await page.goto(path)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Your own number').fill(code)
  await page.getByRole('button', { name: words[activity].create }).click()
  await heading(page, title)
  await page.getByRole('link', { name: 'Add category' }).click()
  await page.getByLabel('Name').fill(category)
  for (const [label, value] of Object.entries(terms)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Add category' }).click()
  await heading(page, category)
  await tab(page, 'Sections and questions')
  await page.getByRole('link', { name: 'Add section' }).click()
  await page.getByLabel('Name').fill('Capacity')
  await page.getByRole('button', { name: 'Add section' }).click()
  await heading(page, 'Capacity')
  await question(page, 'Is a service engineer on call?', 'yes_no', ['10', '0'])
  await question(page, 'Describe your delivery plan', 'textbox')
  await page
    .getByRole('navigation', { name: 'You are here' })
    .getByRole('link', { name: 'Sections and questions' })
    .click()
  if (items) {
    await tab(page, 'Items')
    await page.getByRole('button', { name: 'Paste from Excel' }).click()
    await page.getByLabel('Lines out of a spreadsheet').fill(items.join('\n'))
    await page.getByRole('button', { name: `Add ${items.length} lines` }).click()
    await expect(page.getByText(`${items.length} lines`, { exact: true })).toBeVisible()
  }
  await tab(page, 'Overview')
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog(page, 'Publish').click()
  await expect(page.getByText('Published, not open yet')).toBeVisible()
}

/** Pays for what is in the cart by phone. */
export const payByPhone = async (page, look = async () => {}) => {
  await look(page)
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await landed(page, /\/supplier\/payment\/mpesa/)
  await look(page)
  await page.getByRole('button', { name: /prompt/i }).click()
  await expect(page.getByText('Payment was successful! Proceed to bid.').first()).toBeVisible({
    timeout: 30_000,
  })
}

/** Finds a category that `author` made, pays for it by phone, answers it, prices its items and submits. */
export const payAndBid = async (page, { category, prices = [], points }) => {
  // How much a question counts stands beside it, before anybody pays and while it is answered.
  const counts = async () => {
    if (points) await expect(page.getByText(`up to ${points} points`).first()).toBeVisible()
  }
  const find = async () => {
    await page.goto('/supplier/landing')
    await search(page, category)
    await follow(page, page.getByRole('link', { name: category }))
  }
  await find()
  await heading(page, category)
  await counts()
  await addToCart(page)
  await expect(page.getByText(category)).toBeVisible()
  await payByPhone(page, usable)
  // What was paid for waits among the bids; its own page says the same.
  await follow(page, page.getByRole('link', { name: 'Proceed to bid' }))
  const begin = page.getByRole('button', { name: `Begin my bid: ${category}` })
  await expect(begin).toBeVisible()
  await usable(page)
  await find()
  await expect(page.getByRole('button', { name: 'Begin my bid' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await page.goto('/supplier/ongoingbids')
  await begin.click()
  await page.getByRole('link', { name: 'Begin my bid' }).click()
  await counts()
  await page
    .getByRole('group', { name: /service engineer/ })
    .getByLabel('Yes')
    .check()
  await page
    .getByLabel('Describe your delivery plan')
    .fill('Four weeks from order, in two consignments.')
  await saved(page)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  if (prices.length) {
    for (const [i, price] of prices.entries()) {
      await page.getByLabel(`Unit price ${i + 1} `).fill(price)
      await page.getByLabel(`Unit price ${i + 1} `).press('Enter')
    }
    await saved(page)
    await page.getByRole('link', { name: 'Next', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Submit bid' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1 was received' })).toBeVisible()
  await usable(page)
}

/** Gives one's word that an envelope is opened. */
export const confirm = (page) => decide(page, 'Confirm the opening')

/** A second person of the operator, who may decide about money or what is said: invited by the first, and not signed in yet. */
export const teller = async (
  qed,
  page,
  mark,
  privileges = ['Decide about payments', 'View reports'],
) => {
  const email = `teller-${mark.replaceAll(' ', '-')}@zabuni.test`
  const role = `Tellers ${mark}`
  const password = 'simba42'
  await qed.goto('/zabuni/user/roles/create')
  await qed.getByLabel('Role name').fill(role)
  await qed.getByRole('button', { name: 'Create and choose privileges' }).click()
  await heading(qed, role)
  for (const privilege of privileges) {
    const group = qed.getByRole('group', { name: privilege, exact: true })
    await group.getByText('Assign', { exact: true }).click()
    await expect(group.getByRole('radio', { name: 'Assign', exact: true })).toBeChecked()
  }
  await qed.getByRole('button', { name: 'Save privileges' }).click()
  await expect(qed.getByText('Privileges saved')).toBeVisible()
  await qed.goto('/zabuni/user/users')
  await qed.getByRole('link', { name: 'Add a user' }).click()
  await qed.getByLabel('First name').fill('Second')
  await qed.getByLabel('Last name').fill('Teller')
  await qed.getByLabel('Email address').fill(email)
  await qed.getByLabel('Phone').fill('+254 701 234 567')
  await qed.getByRole('checkbox', { name: role }).check()
  await qed.getByRole('button', { name: 'Add and invite' }).click()
  await heading(qed, 'Users')
  const mail = await mailTo(qed.request, email, 'invites you to Zabuni')
  await page.goto(linkOf(mail))
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await landed(page, /\/login/)
  return { page, email, password }
}
