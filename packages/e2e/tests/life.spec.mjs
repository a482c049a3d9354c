import { decide, dialog, heading, press, reach } from './acts.mjs'
import { expect, landed, listen, search, signIn, test, usable } from './people.mjs'

const PAPER = {
  name: 'delivery-note.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n',
  ),
}
const PHONE = { width: 390, height: 844 }

/** A day as people write it in Nairobi, so many days from now. */
const day = (days) => {
  const at = new Date(Date.now() + days * 86_400_000)
  const [y, m, d] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' })
    .format(at)
    .split('-')
  return `${d}-${m}-${y}`
}

/** Sends what stands in a question that asks for a reason. */
const because = async (page, act, reason) => {
  await page.getByRole('button', { name: act, exact: true }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill(reason)
  await dialog(page, act).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const sign = async (page) => {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Open the paper to read it' }).click()
  await file
  await page.getByLabel('I have read the paper to its end').check()
  await usable(page)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await dialog(page, 'Sign').click()
  await expect(page.getByText(/^You have signed/).first()).toBeVisible()
}

/** The same by the keyboard alone. */
const signByKeys = async (page) => {
  const file = page.waitForEvent('download')
  await press(page, page.getByRole('button', { name: 'Open the paper to read it' }))
  await file
  await press(page, page.getByLabel('I have read the paper to its end'), 'Space')
  await press(page, page.getByRole('button', { name: 'Sign', exact: true }))
  await press(page, dialog(page, 'Sign'))
  await expect(page.getByText(/^You have signed/).first()).toBeVisible()
}

test('a contract lives: written, redlined, approved by two levels, signed by four, served, ended and kept', async ({
  page: amina,
  browser,
}) => {
  const number = `L/${Date.now()}`
  const title = 'Theatre lights'
  const complaints = listen(amina, ['status of 422'])
  const person = async (email, viewport) => {
    const page = await (await browser.newContext(viewport ? { viewport } : {})).newPage()
    const heard = listen(page, ['status of 422'])
    await signIn(page, email)
    return { page, heard }
  }
  const [grace, david, peter, naomi] = await Promise.all([
    person('contracts@zabuni.test'),
    person('buyer2@zabuni.test'),
    person('supplier@zabuni.test', PHONE),
    person('sales@zabuni.test', PHONE),
  ])

  // Written from a template.
  await signIn(amina, 'buyer@zabuni.test', '/buyer/contracts/supplier/contract/create')
  await amina.getByRole('textbox', { name: /^Number/ }).fill(number)
  await amina.getByLabel('Title').fill(title)
  await amina
    .getByRole('combobox', { name: 'Contract category' })
    .selectOption({ label: 'Medical goods' })
  await expect(amina.getByRole('combobox', { name: 'Template' })).toHaveValue('Medical goods')
  await amina.getByRole('combobox', { name: 'Company' }).fill('Savanna')
  await amina.getByRole('option', { name: /Savanna/ }).click()
  await amina.getByRole('combobox', { name: 'Currency' }).selectOption('KES')
  await amina.getByLabel('Value').fill('60000000')
  await amina.getByLabel('Contract date').fill(day(0))
  await amina.getByLabel('Start').fill(day(0))
  await amina.getByLabel('End').fill('31-12-2098')
  await amina.getByRole('button', { name: 'Make the draft' }).click()
  await landed(amina, /\/contract\/[0-9a-f-]+\/view$/)
  await heading(amina, title)
  const id = amina.url().split('/').at(-2)
  const ours = `/buyer/contracts/supplier/contract/${id}`
  const theirs = `/supplier/contracts/${id}`

  /** Submitted, approved by the first level and by the second, and sent. */
  const agree = async () => {
    await amina.goto(`${ours}/view`)
    await decide(amina, 'Submit for approval')
    await expect(amina.getByText('Pending approval').first()).toBeVisible()
    await david.page.goto(`${ours}/approve`)
    await expect(david.page.getByText('It is not your turn')).toBeVisible()
    await grace.page.goto('/contract-management/approval')
    await search(grace.page, number)
    await grace.page.getByRole('link', { name: title }).click()
    await landed(grace.page, /\/approval\/[0-9a-f-]+\/view$/)
    await decide(grace.page, 'Approve')
    await expect(grace.page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
    await david.page.reload()
    await usable(david.page)
    await decide(david.page, 'Approve')
    await expect(david.page.getByText('does not wait for approval')).toBeVisible()
    await amina.reload()
    await amina.getByRole('button', { name: 'Send to the other side' }).click()
    await dialog(amina, 'Send to the other side').click()
    await expect(amina.getByRole('dialog')).toHaveCount(0)
  }
  await agree()

  // The supplier changes the text on a phone, takes that back, and changes it otherwise.
  await peter.page.goto('/supplier/contracts')
  await search(peter.page, number)
  await peter.page.getByRole('link', { name: title }).click()
  await landed(peter.page, /\/view$/)
  await usable(peter.page)
  const propose = async (words, why) => {
    await peter.page.getByRole('link', { name: 'Propose changes' }).click()
    await landed(peter.page, /\/update$/)
    const text = peter.page.getByRole('textbox', { name: 'Text' })
    await text.click()
    await text.press('Control+End')
    await text.pressSequentially(words)
    await peter.page.getByLabel('Why').fill(why)
    await usable(peter.page)
    await peter.page.getByRole('button', { name: 'Send the proposal' }).click()
    await landed(peter.page, /\/view$/)
    await expect(peter.page.getByText('Your proposal waits for the buyer.')).toBeVisible()
    await usable(peter.page)
  }
  await propose(' Lamps are free.', 'We thought so')
  await decide(peter.page, 'Take the proposal back')
  await expect(peter.page.getByText(/^Taken back by who proposed it/)).toBeVisible()
  await usable(peter.page)
  await amina.goto(`${ours}/view?part=talk`)
  await expect(amina.getByText(/^Taken back by who proposed it/)).toBeVisible()
  await expect(amina.getByRole('button', { name: 'Confirm the decisions' })).toHaveCount(0)
  await propose(' Lamps are replaced within two days.', 'The wards asked for it')

  // The buyer reads every difference, and takes them, by the keyboard alone.
  await amina.reload()
  await expect(amina.getByText('The wards asked for it')).toBeVisible()
  await expect(amina.locator('ins').filter({ hasText: 'replaced within two days' })).toBeVisible()
  await usable(amina)
  await press(amina, amina.getByRole('button', { name: 'Confirm the decisions' }))
  await expect(amina.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await press(amina, amina.getByRole('button', { name: 'Reject difference 1' }), 'Space')
  await press(amina, amina.getByRole('button', { name: 'Accept difference 1' }), 'Space')
  await expect(amina.getByText('Every difference is decided on.')).toBeVisible()
  await reach(amina, amina.getByLabel('Reason'))
  await amina.keyboard.type('So be it')
  await press(amina, amina.getByRole('button', { name: 'Confirm the decisions' }))
  await expect(amina.getByText(/Accepted: 1, rejected: 0\. So be it/)).toBeVisible()
  await agree()

  // A second round, in which nothing is accepted: it is sent again as it was approved.
  await peter.page.goto(`${theirs}/view`)
  await propose(' They are blue.', 'We have blue ones')
  await amina.goto(`${ours}/view?part=talk`)
  await amina.getByRole('button', { name: 'Reject all' }).click()
  await amina.getByLabel('Reason').fill('White ones')
  await amina.getByRole('button', { name: 'Confirm the decisions' }).click()
  await expect(amina.getByText(/Accepted: 0, rejected: 1\. White ones/)).toBeVisible()
  await amina.goto(`${ours}/view`)

  // Four people sign, two of them at once, on phones.
  const who = (n) => amina.getByRole('combobox', { name: `Person ${n}` })
  await amina.getByRole('button', { name: 'Add a person' }).click()
  await amina.getByRole('button', { name: 'Add a person' }).click()
  for (const [at, name, turn] of [
    [1, 'Peter Ochieng', '1'],
    [2, 'Naomi Cherono', '1'],
    [3, 'Grace Njeri', '2'],
    [4, 'David Mwangi', '3'],
  ]) {
    await who(at).selectOption(name)
    await amina
      .getByLabel('Signs as')
      .nth(at - 1)
      .fill(`Director ${at}`)
    await amina
      .getByLabel('Turn')
      .nth(at - 1)
      .fill(turn)
  }
  await usable(amina)
  await amina.getByRole('button', { name: 'Ask for signatures' }).click()
  await expect(amina.getByText('asked for these signatures')).toBeVisible()
  for (const one of [naomi, peter]) {
    await one.page.goto(`${theirs}/view`)
    await sign(one.page)
  }
  await grace.page.goto(`/contract-management/edit/${id}/view`)
  await signByKeys(grace.page)
  await david.page.goto(`${ours}/view`)
  await sign(david.page)
  await expect(
    david.page.getByText('Everybody has signed: the contract is in force.'),
  ).toBeVisible()

  // What is due: set by the buyer, done by whose it is, judged by the buyer.
  await amina.goto(`${ours}/view?part=due`)
  await expect(amina.getByText('Nothing is due under this contract yet.')).toBeVisible()
  const set = async (what, whose) => {
    await amina.getByRole('button', { name: 'Add a milestone' }).click()
    await amina.getByLabel('What is due').fill(what)
    await amina.getByRole('combobox', { name: 'Owed by' }).selectOption(whose)
    await dialog(amina, 'Save').click()
    await expect(amina.getByLabel('Due on')).toHaveAttribute('aria-invalid', 'true')
    await expect(amina.getByLabel('What is due')).toHaveValue(what)
    await amina.getByLabel('Due on').fill(day(0))
    await usable(amina)
    await dialog(amina, 'Save').click()
    await expect(amina.getByRole('dialog')).toHaveCount(0)
    await expect(amina.getByText(what)).toBeVisible()
  }
  await set('Lights hang in both theatres', 'counterparty')
  await set('Both theatres are cleared', 'buyer')
  await amina
    .getByRole('button', { name: 'Say that it is done: Both theatres are cleared' })
    .click()
  await amina.getByLabel('What was done').fill('Cleared on the ground floor')
  await amina.getByLabel('Evidence').setInputFiles(PAPER)
  await dialog(amina, 'Say that it is done').click()
  await expect(amina.getByRole('dialog')).toHaveCount(0)
  await expect(amina.getByRole('button', { name: PAPER.name })).toBeVisible()
  await usable(amina)
  await peter.page.reload()
  await peter.page
    .getByRole('button', { name: 'Say that it is done: Lights hang in both theatres' })
    .click()
  await peter.page.getByLabel('What was done').fill('Twelve lights, tested')
  await peter.page.getByLabel('Evidence').setInputFiles({ ...PAPER, name: 'tests.pdf' })
  await dialog(peter.page, 'Say that it is done').click()
  await expect(peter.page.getByText('Twelve lights, tested')).toBeVisible()
  await expect(peter.page.getByRole('button', { name: 'tests.pdf' })).toBeVisible()
  const file = peter.page.waitForEvent('download')
  await peter.page.getByRole('button', { name: PAPER.name }).click()
  expect((await file).suggestedFilename()).toBe(PAPER.name)
  await usable(peter.page)
  await amina.reload()
  const verdict = async (choice, reason) => {
    await amina.getByRole('button', { name: 'Decide: Lights hang in both theatres' }).click()
    await amina.getByRole('combobox', { name: 'Decision' }).selectOption(choice)
    await amina.getByLabel('Reason').fill(reason)
    await dialog(amina, 'Save').click()
    await expect(amina.getByRole('dialog')).toHaveCount(0)
  }
  await verdict('It is to be done again', 'One flickers')
  await peter.page.goto('/notifications')
  await expect(peter.page.getByText(/is to be done again: One flickers/).first()).toBeVisible()
  await peter.page.goto(`${theirs}/view`)
  await peter.page
    .getByRole('button', { name: 'Say that it is done: Lights hang in both theatres' })
    .click()
  await peter.page.getByLabel('What was done').fill('It is replaced')
  await dialog(peter.page, 'Say that it is done').click()
  await expect(peter.page.getByText('It is replaced')).toBeVisible()
  await amina.reload()
  await verdict('It is met', 'Seen')

  // It would go on by itself; notice is given.
  await amina.getByRole('button', { name: 'Change the renewal' }).click()
  await amina
    .getByRole('combobox', { name: 'Renewal' })
    .selectOption('By itself, unless notice is given')
  await amina.getByLabel('Months that it goes on').fill('0')
  await amina.getByLabel('Times that are left').fill('2')
  await amina.getByLabel('Days of notice before the end').fill('30')
  await dialog(amina, 'Save').click()
  await expect(amina.getByLabel('Months that it goes on')).toHaveAttribute('aria-invalid', 'true')
  await amina.getByLabel('Months that it goes on').fill('12')
  await usable(amina)
  await dialog(amina, 'Save').click()
  await expect(amina.getByRole('dialog')).toHaveCount(0)
  await because(amina, 'Give notice', 'LED lamps come next')
  await expect(amina.getByText(/Amina Otieno gave notice/)).toBeVisible()
  await usable(amina)

  // How it was served; then it is completed, put away, and all of it is taken along.
  await grace.page.goto(`/contract-management/edit/${id}/view?part=due`)
  await grace.page.getByRole('link', { name: 'Scorecards' }).click()
  await landed(grace.page, /\/performance$/)
  await grace.page.getByRole('button', { name: 'Make a scorecard' }).click()
  await grace.page.getByLabel('From').fill(day(0))
  await grace.page.getByLabel('Until').fill(day(0))
  await grace.page.getByLabel('Weight: In time').fill('50')
  await dialog(grace.page, 'Make a scorecard').click()
  await expect(grace.page.getByText('they sum to 110')).toBeVisible()
  await grace.page.getByLabel('Weight: In time').fill('40')
  await usable(grace.page)
  await dialog(grace.page, 'Make a scorecard').click()
  await expect(grace.page.getByRole('row', { name: /In time, weight 40: 100/ })).toContainText(
    'Good',
  )
  await usable(grace.page)
  await amina.goto(`${ours}/view`)
  await because(amina, 'Complete', 'Every light hangs')
  await expect(amina.getByText('Completed').first()).toBeVisible()
  await grace.page.goto(`/contract-management/archival/view/${id}`)
  await usable(grace.page)
  await decide(grace.page, 'Put away')
  await expect(grace.page.getByText('Archived').first()).toBeVisible()
  const zip = grace.page.waitForEvent('download')
  await grace.page.getByRole('button', { name: 'Take everything (ZIP)' }).click()
  expect((await zip).suggestedFilename()).toMatch(/\.zip$/)
  await expect(grace.page.getByText('Taken as ZIP')).toBeVisible()
  await naomi.page.reload()
  await expect(naomi.page.getByText('Archived').first()).toBeVisible()
  await usable(naomi.page)
  for (const heard of [complaints, grace.heard, david.heard, peter.heard, naomi.heard])
    expect(heard).toEqual([])
})

test('a contract in force is amended within its bounds, and signed anew', async ({
  page: amina,
  browser,
}) => {
  const complaints = listen(amina, ['status of 422'])
  await signIn(amina, 'buyer@zabuni.test', '/buyer/contracts/supplier/contracts')
  await search(amina, 'ventilators')
  await amina.getByRole('link', { name: 'Service of ventilators' }).click()
  await landed(amina, /\/view$/)
  const ours = amina.url()
  await amina.getByRole('link', { name: 'Amendments' }).click()
  await expect(amina.getByText('The contract has not been amended.')).toBeVisible()
  await usable(amina)

  // What is over the cap is told at its field with what is possible; nothing that was typed is lost.
  await amina.getByRole('button', { name: 'Amend the contract' }).click()
  await amina.getByLabel('Why').fill('Two more ventilators have come')
  await amina.getByLabel('Value then').fill('2000000')
  await dialog(amina, 'Amend the contract').click()
  await expect(amina.getByText(/by 25 % at most: between 945000 and 1575000 KES/)).toBeVisible()
  await expect(amina.getByLabel('Why')).toHaveValue('Two more ventilators have come')
  await usable(amina)
  await amina.getByLabel('Value then').fill('1400000')
  await dialog(amina, 'Amend the contract').click()
  await landed(amina, /\/update$/)
  await expect(amina.getByLabel('Title')).toHaveValue('Amendment: Service of ventilators')
  const text = amina.getByRole('textbox', { name: 'Text' })
  await text.click()
  await text.pressSequentially('Two more ventilators are looked after.')
  await amina.getByRole('button', { name: 'Save' }).click()
  await landed(amina, /\/view$/)
  const its = amina.url()
  const id = its.split('/').at(-2)
  await amina.getByRole('link', { name: 'Amendments' }).click()
  await expect(amina.getByText('This amends the contract')).toBeVisible()
  await usable(amina)
  await decide(amina, 'Submit for approval')
  await expect(amina.getByText('Pending approval').first()).toBeVisible()

  const person = async (email, at, viewport) => {
    const page = await (await browser.newContext(viewport ? { viewport } : {})).newPage()
    await signIn(page, email, at)
    return page
  }
  const grace = await person('contracts@zabuni.test', `/contract-management/approval/${id}/view`)
  await decide(grace, 'Approve')
  await expect(grace.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  await amina.reload()
  await amina.getByRole('button', { name: 'Send to the other side' }).click()
  await dialog(amina, 'Send to the other side').click()
  await amina.getByLabel('Signs as').nth(0).fill('Director')
  await amina.getByLabel('Signs as').nth(1).fill('Head of procurement')
  await amina.getByRole('combobox', { name: 'Person 1' }).selectOption('Peter Ochieng')
  await amina.getByRole('combobox', { name: 'Person 2' }).selectOption('Grace Njeri')
  await amina.getByRole('button', { name: 'Ask for signatures' }).click()
  await expect(amina.getByText('asked for these signatures')).toBeVisible()
  const peter = await person('supplier@zabuni.test', `/supplier/contracts/${id}/view`, PHONE)
  await expect(peter.getByText('This amends the contract')).toBeVisible()
  await sign(peter)
  await grace.goto(`/contract-management/edit/${id}/view`)
  await sign(grace)
  await expect(grace.getByText('In effect').first()).toBeVisible()
  await peter.getByRole('link', { name: /Service of ventilators$/ }).click()
  await expect(
    peter.getByText('Value: KES\u00a01,260,000.00 → KES\u00a01,400,000.00'),
  ).toBeVisible()
  await usable(peter)

  // The contract says it now, in its terms and on its trail; another begun amendment is given up.
  await amina.goto(`${ours}?part=amendments`)
  await expect(amina.getByText('KES\u00a01,400,000.00').first()).toBeVisible()
  await usable(amina)
  await amina.getByRole('button', { name: 'Amend the contract' }).click()
  await amina.getByLabel('Why').fill('The hospital moves')
  await dialog(amina, 'Amend the contract').click()
  await landed(amina, /\/update$/)
  await amina.goto(amina.url().replace('/update', '/view'))
  await because(amina, 'Give up', 'It does not move')
  await expect(amina.getByText('Given up').first()).toBeVisible()
  await usable(amina)
  await grace.goto(`/contract-management/archival/view/${new URL(ours).pathname.split('/').at(-2)}`)
  await expect(grace.getByText('Amended', { exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})
