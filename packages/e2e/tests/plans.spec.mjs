// Plans of projects: the operator draws one, the buyer returns and approves it, its job moves it; the same on the desk
// of risks, and drawn by the buyer's own people.
import { dialog, heading } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import {
  expect,
  follow,
  landed,
  linkOf,
  listen,
  mailTo,
  opened,
  signIn,
  test,
  usable,
} from './people.mjs'

const HOUR = 3_600_000
const PHONE = { width: 390, height: 844 }
/** A field of a row of the table of tasks. */
const field = (page, column, number) =>
  page.getByRole('textbox', { name: `${column} of task ${number}`, exact: true })
const add = async (page, number, { name, starts, ends, after }) => {
  await page.getByRole('button', { name: 'Add task' }).click()
  await field(page, 'Task', number).fill(name)
  await field(page, 'Starts', number).fill(starts)
  if (ends) await field(page, 'Ends', number).fill(ends)
  if (after) await field(page, 'Waits for', number).fill(after)
}
const choose = async (page, name, text) => {
  await page.getByRole('combobox', { name }).fill(text)
  await page.getByRole('option', { name: text }).click()
}
/** Sends what is drawn. */
const send = async (page) => {
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await dialog(page, 'Send for approval').click()
  await landed(page, (url) => url.pathname.endsWith('approved_gantt_chart'))
}
const row = (page, name) => page.getByRole('row').filter({ hasText: name })
const reload = async (page) => {
  await page.reload()
  await expect(page.getByRole('table', { name: 'Tasks' })).toBeVisible()
}

test('a plan is drawn, returned, mended and approved, and follows its job', async ({
  page,
  browser,
  baseURL,
  playwright,
  request,
}) => {
  const complaints = listen(page, ['422'])
  const desk = await buyerDesk(playwright, baseURL)
  const name = `Ward lamps ${Date.now()}`
  const category = await publishTender(desk, name, { all: false, hours: 72 })
  const title = `Light for the wards ${Date.now()}`

  await signIn(page, 'qed@zabuni.test', '/zabuni/landing')
  const lines = page.getByRole('navigation', { name: 'Main navigation' })
  await follow(page, lines.getByRole('link', { name: 'Project plans' }))
  await landed(page, /project_management\/create_gantt_chart$/)
  await usable(page)
  await page.getByRole('button', { name: 'New plan' }).click()
  const question = page.getByRole('dialog', { name: 'New plan' })
  // Without a buyer it is refused at its field, and what was typed stays.
  await question.getByRole('textbox', { name: 'Name of the plan' }).fill(title)
  await question.getByRole('button', { name: 'Begin plan' }).click()
  await expect(question.getByRole('alert')).toBeVisible()
  await expect(question.getByRole('textbox', { name: 'Name of the plan' })).toHaveValue(title)
  await choose(page, 'Buyer', 'Mlima Referral Hospital')
  await choose(page, 'Job', `Hospital supplies ${name}`)
  await question.getByRole('button', { name: 'Begin plan' }).click()
  await heading(page, title)

  // The days of the job stand in it and are nobody's to move.
  await expect(row(page, `Bids close: ${name}`)).toContainText('Follows the job')
  await expect(field(page, 'Starts', 2)).toHaveCount(0)
  await add(page, 4, {
    name: 'Deliver to the wards',
    starts: '01-02-2027',
    ends: '05-02-2027',
    after: 'soon',
  })
  await add(page, 5, { name: 'Hand over', starts: '08-02-2027', after: '4' })
  await page.getByRole('combobox', { name: 'Kind of task 5' }).selectOption('milestone')
  await page
    .getByRole('combobox', { name: 'Owner of task 4' })
    .selectOption({ label: 'Amina Otieno' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByText('Write numbers of tasks, such as “3; 5+2”.').first()).toBeVisible()
  await field(page, 'Waits for', 4).fill('5')
  await save.click()
  await expect(
    page
      .getByText('These tasks wait for each other: 4 → 5')
      .or(page.getByText('These tasks wait for each other: 5 → 4'))
      .first(),
  ).toBeVisible()
  await expect(field(page, 'Task', 4)).toHaveValue('Deliver to the wards')
  await field(page, 'Waits for', 4).fill('2+1')
  await field(page, 'Ends', 4).fill('01-01-2027')
  await save.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await field(page, 'Ends', 4).fill('05-02-2027')

  // The chart by keyboard alone: a bar moves by a day, its end alone with Shift, a day of the job not at all.
  const bar = page.getByRole('slider', { name: 'Deliver to the wards' })
  await bar.focus()
  await page.keyboard.press('ArrowRight')
  await expect(field(page, 'Starts', 4)).toHaveValue('02-02-2027')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(field(page, 'Ends', 4)).toHaveValue('07-02-2027')
  await expect(field(page, 'Starts', 4)).toHaveValue('02-02-2027')
  await page.keyboard.press('ArrowUp')
  const fixed = page.getByRole('slider', { name: `Bids are opened: ${name}` })
  await expect(fixed).toBeFocused()
  const stood = await fixed.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(fixed).toHaveAttribute('aria-valuetext', stood)
  // And by the pointer.
  const box = await bar.boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(field(page, 'Starts', 4)).not.toHaveValue('02-02-2027')
  await field(page, 'Starts', 4).fill('28-11-2026')
  await field(page, 'Ends', 4).fill('02-12-2026')
  await usable(page)
  await save.click()
  // What does not fit is moved, and told.
  await expect(page.getByText(/Saved\. \d tasks? did not fit/)).toBeVisible()
  await expect(field(page, 'Starts', 4)).not.toHaveValue('28-11-2026')
  await send(page)
  await usable(page)
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const buyer = await (await browser.newContext({ baseURL })).newPage()
  const theirs = listen(buyer, ['422'])
  const asked = await mailTo(request, 'buyer@zabuni.test', `For approval: ${title}`)
  await signIn(buyer, 'buyer@zabuni.test', linkOf(asked))
  await opened(buyer, '/company/project_management/approved_gantt_chart')
  await heading(buyer, title)
  await buyer.setViewportSize(PHONE)
  await usable(buyer)
  await buyer.getByRole('button', { name: 'Return' }).click()
  await dialog(buyer, 'Return').click()
  await expect(buyer.getByRole('dialog').getByRole('textbox', { name: 'Reason' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await buyer
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Reason' })
    .fill('The night ward comes first.')
  await dialog(buyer, 'Return').click()
  await expect(
    buyer.getByText('Returned with this reason: The night ward comes first.'),
  ).toBeVisible()

  const back = await mailTo(request, 'qed@zabuni.test', `Returned: ${title}`)
  expect(back.text).toContain('The night ward comes first.')
  await page.goto(linkOf(back))
  await expect(
    page.getByText('Returned with this reason: The night ward comes first.'),
  ).toBeVisible()
  await field(page, 'Task', 4).fill('Deliver to the night ward first')
  await expect(page.getByRole('button', { name: 'Send for approval' })).toBeDisabled()
  await save.click()
  await expect(page.getByRole('button', { name: 'Send for approval' })).toBeEnabled()
  await send(page)

  await reload(buyer)
  await buyer.getByRole('button', { name: 'Approve' }).click()
  await dialog(buyer, 'Approve').click()
  await expect(buyer.getByText('As it was approved')).toBeVisible()
  await usable(buyer)
  await mailTo(request, 'qed@zabuni.test', `Approved: ${title}`)

  // The closing moves, and with it what waits for it: once, and its owner is told of both days.
  await buyer.setViewportSize({ width: 1440, height: 900 })
  await follow(buyer, buyer.getByRole('link', { name: 'Progress', exact: true }))
  await opened(buyer, '/company/project_management/project_gantt_chart')
  const before = await row(buyer, 'Deliver to the night ward first').innerText()
  await desk.call('POST', `/categories/${category.id}/extend`, {
    closes_at: new Date(desk.call.now + 30 * 24 * HOUR).toISOString(),
    reason: 'The lamps come by sea.',
  })
  const told = await mailTo(request, 'buyer@zabuni.test', `New days in ${title}`)
  expect(told.text).toContain('Deliver to the night ward first: ')
  await reload(buyer)
  await expect(row(buyer, 'Deliver to the night ward first')).not.toHaveText(before)
  await expect(buyer.getByText('Moved with the job')).toHaveCount(1)

  // Progress is told of a task, and held against what was approved.
  await buyer
    .getByRole('button', { name: 'Report progress of Deliver to the night ward first' })
    .click()
  const progress = buyer.getByRole('dialog').getByRole('textbox', { name: 'Progress' })
  await progress.fill('101')
  await dialog(buyer, 'Report').click()
  await expect(buyer.getByRole('dialog').getByRole('alert')).toBeVisible()
  await progress.fill('40')
  await dialog(buyer, 'Report').click()
  await expect(row(buyer, 'Deliver to the night ward first')).toContainText('40 %')
  await buyer.setViewportSize(PHONE)
  await usable(buyer)

  // What was approved is drawn anew with a reason, and stands until then.
  await page.goto(`/zabuni/project_management/project_gantt_chart${new URL(buyer.url()).search}`)
  await heading(page, title)
  await page.getByRole('button', { name: 'Revise' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Reason' })
    .fill('By sea it takes longer.')
  await dialog(page, 'Revise').click()
  await expect(page.getByText('Being revised')).toBeVisible()
  await expect(field(page, 'Task', 4)).toHaveValue('Deliver to the night ward first')
  await desk.end()
  expect([...complaints, ...theirs]).toEqual([])
})

test('a buyer draws on the desk of risks, and another of its people approves', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const complaints = listen(page, ['409'])
  const title = `Fences at the depots ${Date.now()}`
  await page.setViewportSize(PHONE)
  await signIn(
    page,
    'rail2@zabuni.test',
    '/company/risk_management/project_management/create_gantt_chart',
  )
  await heading(page, 'Plans being drawn')
  await usable(page)
  await page.getByRole('button', { name: 'New plan' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Buyer' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Name of the plan' }).fill(title)
  await page.getByRole('button', { name: 'Begin plan' }).click()
  await heading(page, title)
  await add(page, 1, { name: 'Posts', starts: '01-02-2027', ends: '05-02-2027' })
  await add(page, 2, { name: 'Wire', starts: '01-02-2027', ends: '03-02-2027', after: '1' })
  await usable(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(field(page, 'Starts', 2)).toHaveValue('08-02-2027')
  await send(page)
  // Who has sent it does not approve it.
  await expect(page.getByText('another person of your company approves it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const other = await (await browser.newContext({ baseURL })).newPage()
  const theirs = listen(other)
  const asked = await mailTo(request, 'rail@zabuni.test', `For approval: ${title}`)
  await signIn(other, 'rail@zabuni.test', linkOf(asked))
  await opened(other, '/company/risk_management/project_management/approved_gantt_chart')
  await usable(other)
  await expect(
    other
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'All work' }),
  ).toBeVisible()
  await other.getByRole('button', { name: 'Approve' }).click()
  await dialog(other, 'Approve').click()
  await expect(other.getByText('As it was approved')).toBeVisible()
  // The second spelling shows the same.
  await other.goto(`/company/risk_management/project_gantt_chart${new URL(other.url()).search}`)
  await opened(other, '/company/risk_management/project_gantt_chart')
  await heading(other, title)
  await usable(other)
  // A plan of risks does not stand among those of projects.
  await other.goto('/company/project_management/approved_gantt_chart')
  await heading(other, 'Approved plans')
  await expect(other.getByRole('link', { name: /Toner by the end/ })).toBeVisible()
  await expect(other.getByRole('link', { name: title })).toHaveCount(0)
  expect([...complaints, ...theirs]).toEqual([])
})
