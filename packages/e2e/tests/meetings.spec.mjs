// A meeting as the calendars of others have it: what reads it here is none of ours.
import ICAL from 'ical.js'
import { dialog, heading } from './acts.mjs'
import { expect, follow, landed, listen, signIn, test, usable } from './people.mjs'

/** The one event of a calendar, with what the calendar is to do. */
const read = (raw) => {
  const calendar = new ICAL.Component(ICAL.parse(raw))
  const events = calendar.getAllSubcomponents('vevent')
  expect(events).toHaveLength(1)
  const [event] = events
  return {
    method: calendar.getFirstPropertyValue('method'),
    ...Object.fromEntries(
      ['uid', 'sequence', 'summary', 'status', 'location'].map((name) => [
        name,
        event.getFirstPropertyValue(name),
      ]),
    ),
    begins: event.getFirstPropertyValue('dtstart').toJSDate().toISOString(),
    asked: event.getAllProperties('attendee').map((one) => one.getFirstValue()),
  }
}

test('a meeting is called, moved and called off, and calendars elsewhere follow it', async ({
  page,
  request,
}) => {
  const complaints = listen(page)
  const mark = Date.now().toString(36)
  const title = `Site visit; gate "3", ${mark}`
  const guests = [`first.${mark}@visitors.test`, `second.${mark}@visitors.test`]
  await signIn(page, 'buyer@zabuni.test', '/company/project_management/create_meetings')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Begins').fill('31-12-2030')
  await page.getByLabel('Ends').fill('31-12-2030')
  await page.getByLabel('Time', { exact: true }).first().fill('09:00')
  await page.getByLabel('Time', { exact: true }).last().fill('10:30')
  await page.getByLabel('Time zone').selectOption('Africa/Nairobi')
  await page.getByLabel('Place').fill('Gate 3, Main Road')
  for (const [n, email] of guests.entries()) {
    await page.getByRole('button', { name: 'Add somebody' }).click()
    await page.getByLabel(`Name · guest ${n + 1}`).fill(`Guest ${n + 1}`)
    await page.getByLabel(`Address · guest ${n + 1}`).fill(email)
  }
  await usable(page)
  await page.getByRole('button', { name: 'Ask them' }).click()
  await heading(page, title)

  await follow(page, page.getByRole('link', { name: 'Change', exact: true }))
  await page.getByLabel('Time', { exact: true }).last().fill('12:00')
  await page.getByLabel('Time', { exact: true }).first().fill('11:00')
  await page.getByRole('button', { name: 'Save and tell them' }).click()
  await heading(page, title)

  // Meanwhile a calendar elsewhere reads it by a link of one's own, which ends at once when it is ended.
  const meeting = page.url()
  await page.goto('/company/project_management/meetings')
  await page.getByRole('button', { name: /^Make (a|another) link$/ }).click()
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue()
  const feed = await request.get(link)
  expect(feed.headers()['content-type']).toContain('text/calendar')
  const own = new ICAL.Component(ICAL.parse(await feed.text()))
    .getAllSubcomponents('vevent')
    .find((event) => event.getFirstPropertyValue('summary') === title)
  expect(own?.getFirstPropertyValue('dtstart').toJSDate().toISOString()).toBe(
    '2030-12-31T08:00:00.000Z',
  )
  expect(own.getAllProperties('attendee')).toHaveLength(0)
  await page.getByRole('button', { name: 'End the link' }).click()
  await dialog(page, 'End the link').click()
  await expect(page.getByText('There is no link.')).toBeVisible()
  expect((await request.get(link)).status()).toBe(404)

  await page.goto(meeting)
  await landed(page, meeting)
  await page.getByRole('button', { name: 'Call off' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('The road is closed.')
  await dialog(page, 'Call off').click()
  await expect(page.getByText('Called off', { exact: true }).first()).toBeVisible()

  for (const [n, email] of guests.entries()) {
    let mails = []
    await expect
      .poll(async () => {
        const all = await (
          await request.get(`/_dev/mailbox.json?to=${encodeURIComponent(email)}`)
        ).json()
        mails = all.filter((mail) => mail.calendar).reverse()
        return mails.length
      })
      .toBe(3)
    const [called, moved, off] = mails.map((mail) => read(mail.calendar))
    expect([called, moved, off].map(({ method }) => method)).toEqual([
      'REQUEST',
      'REQUEST',
      'CANCEL',
    ])
    expect(called).toMatchObject({ summary: title, location: 'Gate 3, Main Road' })
    expect([called.begins, moved.begins]).toEqual([
      '2030-12-31T06:00:00.000Z',
      '2030-12-31T08:00:00.000Z',
    ])
    expect(off.status).toBe('CANCELLED')
    expect(new Set([called.uid, moved.uid, off.uid]).size).toBe(1)
    expect(called.sequence).toBeLessThan(moved.sequence)
    expect(moved.sequence).toBeLessThan(off.sequence)
    // Each is written to alone: of the other there is no word in any of the three.
    const other = guests[1 - n]
    for (const [at, mail] of mails.entries()) {
      expect([called, moved, off][at].asked).toEqual([`mailto:${email}`])
      expect(JSON.stringify(mail)).not.toContain(other)
      expect(JSON.stringify(mail)).not.toContain(`Guest ${2 - n}`)
    }
  }
  expect(complaints).toEqual([])
})
