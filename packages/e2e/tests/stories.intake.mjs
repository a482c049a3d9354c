// What a registration has beside: a window after the window, and members who are put off and come back.
import { dialog, heading } from './acts.mjs'
import { expect, follow, linkOf, usable } from './people.mjs'
import { conclude, day, judge, midnight, once, stands, takePart } from './stories.mjs'

const card = (page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Rolling intake' }) })

/** Before it is published: applications are taken week after week. */
export const rolls = async (page, request) => {
  await card(page).getByRole('button', { name: 'Take applications window after window' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('radio', { name: 'A week' }).check()
  await asked.getByLabel(/^Until/).fill(await day(request, 30))
  await dialog(page, 'Save').click()
  await expect(card(page)).toContainText('A new window opens every week until ')
}

/** What is done with a member of the list that stands open. */
const act = async (page, company, what, fill) => {
  await page.getByRole('button', { name: `What can be done with ${company}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
  const asked = page.getByRole('dialog')
  await fill(asked)
  await usable(page)
  await asked.getByRole('button', { name: what }).click()
  await expect(asked).toHaveCount(0)
}
const member = (page, company) => page.getByRole('row', { name: new RegExp(company) })

/** Who is suspended cannot apply again; whose time ends in the second window applies in that, and stands on. */
export const renews = async ({ row, policy, people, enter, request, ...story }) => {
  const { category } = story
  const [{ who, company }, other, failed] = row.bids
  const [page] = people
  // Who did not pass hears that another window is open.
  const again = await once(request, failed.who, 'You can apply again', category)
  expect(again.text).toContain('-W2')

  await page.goto(story.at)
  await usable(page)
  await follow(page, card(page).getByRole('link', { name: 'Window 2' }))
  await expect(page.getByText('Open for bids').first()).toBeVisible()
  const second = { ...story, at: new URL(page.url()).pathname }
  const id = second.at.split('/').at(-1)
  await page.goto(story.at)
  await follow(page, card(page).getByRole('link', { name: /list/i }))
  await heading(page, category)
  await act(page, company, 'Suspend', (asked) =>
    asked.getByLabel('Reason').fill('Its licence is looked at.'),
  )
  await expect(member(page, company)).toContainText('Suspended')
  await expect(page.getByText('Its licence is looked at.')).toBeVisible()
  await usable(page)
  const list = page.url()
  const applicant = await enter(who, `/supplier/category/${id}`)
  await expect(applicant.getByText('Your company stands on this list already.')).toBeVisible()
  await expect(applicant.getByRole('button', { name: 'Participate' })).toHaveCount(0)
  await usable(applicant)

  // Back for as long as the second window lasts: it applies anew. Another's time ends in the third.
  await act(page, company, 'Restore', async (asked) =>
    asked.getByLabel(/^Listed until/).fill(await day(request, 2)),
  )
  await expect(member(page, company)).toContainText('Active')
  await act(page, other.company, 'Set until when', async (asked) =>
    asked.getByLabel(/^Listed until/).fill(await day(request, 10)),
  )
  await enter(who, `/supplier/category/${id}`)
  const bid = { who, company }
  const only = { ...row, bids: [bid], before: undefined }
  await takePart(applicant, policy, only, { ...second, there: true }, bid, request)

  await midnight(request, 8)
  for (const [n, name] of row.people.entries()) people[n] = await enter(name)
  await judge(people, policy, only, second)
  await stands(page, policy, [[company, 'Pass']])
  await conclude(people, policy, { ...row, asked: ['Put 1 supplier on the list?'] })
  await page.goto(list)
  await expect(member(page, company)).toContainText('Active')
  await expect(member(page, company)).toContainText('No end')
  await usable(page)
  const renewal = await once(request, other.who, 'Apply anew', category)
  const late = await enter(other.who, linkOf(renewal))
  await expect(late.getByText(/This is window 3/)).toBeVisible()
  await expect(late.getByRole('button', { name: 'Participate' })).toBeVisible()
}
