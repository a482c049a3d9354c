import { expect, landed, listen, opened, signIn, test, usable } from './people.mjs'

const both = async (page) => {
  await usable(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await usable(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}

// What was given up is seen, driven on where its cause is mended, and set aside with a reason where nothing is to be done.
test('the operator looks after the platform', async ({ page, request }) => {
  const complaints = listen(page, ['422'])
  await signIn(page, 'qed@zabuni.test', '/zabuni/emails/analyze/outgoing')
  await page.getByRole('button', { name: 'Excel report' }).click()
  await landed(page, /\/progress\//)
  await expect(page.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible()
  const answer = await request.post('/_dev/trouble')
  expect(answer.ok(), await answer.text()).toBe(true)

  await page.goto('/zabuni/platform')
  await opened(page, '/zabuni/platform')
  await expect(page.getByText('Free on the disk')).toBeVisible()
  const row = (text) => page.getByRole('row').filter({ hasText: text })
  const mended = row('the database was away')
  const broken = row('award.category.notified')
  await expect(mended).toBeVisible()
  await both(page)

  await mended.getByRole('button', { name: 'Drive on' }).click()
  await expect(mended).toHaveCount(0)
  await expect(broken).toContainText('half an event')
  await broken.getByRole('button', { name: 'Drive on' }).click()
  await expect(broken).toContainText('unexpected end of JSON input')

  await broken.getByRole('button', { name: 'Set aside' }).click()
  const ask = page.getByRole('dialog')
  await expect(ask).toContainText('This cannot be undone')
  await ask.getByLabel('Reason').fill('too short')
  await ask.getByRole('button', { name: 'Set aside for good' }).click()
  await expect(ask.getByText('Enter at least 10 characters.')).toBeVisible()
  await expect(ask.getByLabel('Reason')).toHaveValue('too short')
  await ask.getByLabel('Reason').fill('The award was made twice by hand')
  await ask.getByRole('button', { name: 'Set aside for good' }).click()
  await expect(page.getByText('Nothing is parked')).toBeVisible()

  await page.getByRole('link', { name: 'Stuck tasks' }).click()
  await opened(page, '/zabuni/platform/tasks')
  const task = row('Report on outgoing emails')
  await expect(task).toContainText('Failed')
  await both(page)
  await task.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByText('No task is stuck')).toBeVisible()
  expect(complaints).toEqual([])
})
