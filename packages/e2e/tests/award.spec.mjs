import { decide, heading } from './acts.mjs'
import { expect, listen, mailTo, search, signIn, test, usable } from './people.mjs'

test('a ranked category is recommended, awarded, told and contracted', async ({
  browser,
  request,
}) => {
  const pages = []
  const person = async (email, width = 1440) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    pages.push(listen(page, ['status of 401', 'status of 422']))
    await signIn(page, email)
    return page
  }

  // One person recommends, and cannot decide.
  const officer = await person('buyer@zabuni.test')
  await officer.goto('/company/tender/letters/jobs')
  await officer.getByRole('link', { name: 'Patient monitors' }).click()
  await heading(officer, 'Award and letters')
  const sheet = new URL(officer.url()).pathname
  await officer.getByRole('radio').nth(1).check()
  await officer.getByRole('button', { name: 'Recommend Volta Diagnostics' }).click()
  await expect(
    officer.getByRole('button', { name: 'Give the reason for not choosing' }),
  ).toBeVisible()
  await officer.getByRole('radio').nth(0).check()
  await officer
    .getByRole('link', { name: 'Preview regret letter Volta Diagnostics', exact: true })
    .click()
  await heading(officer, 'Letter to Volta Diagnostics')
  await expect(officer.getByText('2 of 3 bids')).toBeVisible()
  await expect(officer.getByRole('main').getByText('Savanna Medical Supplies Ltd')).toBeVisible()
  await usable(officer)

  // Words of the job's own; what nobody can fill is refused by its name.
  await officer.goto(sheet)
  await officer.getByRole('link', { name: 'Words of the letters' }).click()
  await officer.getByRole('link', { name: 'Write your own Regret letter' }).click()
  await officer.getByLabel(/^Body/).fill('Dear {suplier}')
  await officer.getByRole('button', { name: 'Save' }).click()
  await expect(officer.getByText('“suplier” is not a placeholder').first()).toBeVisible()
  await officer.getByLabel(/^Body/).fill('Dear {supplier}, we chose {winner} at {amount}.')
  await officer.getByRole('button', { name: 'Save' }).click()
  await heading(officer, 'Words of the letters')
  await usable(officer)

  await officer.goto(sheet)
  await officer.getByRole('button', { name: 'Recommend Savanna Medical Supplies Ltd' }).click()
  await expect(officer.getByText('You recommended this')).toBeVisible()
  await expect(officer.getByRole('button', { name: 'Award and send letters' })).toBeHidden()

  // The winner has letters of other jobs.
  const winner = await person('supplier@zabuni.test', 390)
  await winner.goto('/supplier/dashbard/letters')
  const unread = winner.getByText(/^\d+ unread$/)
  const before = Number.parseInt(await unread.innerText(), 10)

  // Another decides: all letters at once.
  const head = await person('buyer2@zabuni.test')
  await head.goto(sheet)
  await usable(head)
  await head.getByRole('button', { name: 'Award and send letters' }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Award and send letters' }).click()
  await expect(head.getByText('No contract before')).toBeVisible()
  await expect(head.getByRole('row', { name: /Regret letter/ })).toHaveCount(2)
  await usable(head)

  // The winner reads it on a phone, and has it by mail with the document.
  await winner.reload()
  await expect(unread).toHaveText(`${before + 1} unread`)
  await winner.getByRole('link', { name: 'Notification of award: Patient monitors' }).click()
  await expect(winner.getByText('1 of 3 bids')).toBeVisible()
  await usable(winner)
  const download = winner.waitForEvent('download')
  await winner.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toBe('award-letter.pdf')
  await winner.goBack()
  await expect(unread).toHaveText(`${before} unread`)
  const mail = await mailTo(request, 'supplier@zabuni.test', 'Award letter', 'Patient monitors')
  expect(mail.attachments).toEqual(['award-letter.pdf'])
  await head.reload()
  await expect(head.getByRole('row', { name: /Award letter/ })).not.toContainText('Not read yet')

  // The draft of the contract is there by itself, and bears no date in the standstill.
  const manager = await person('contracts@zabuni.test')
  await expect(async () => {
    await manager.goto('/contract-management/edit')
    await expect(manager.getByRole('link', { name: 'Patient monitors' })).toBeVisible()
  }).toPass()
  await manager.getByRole('link', { name: 'Patient monitors' }).click()
  await expect(manager.getByText('no contract is signed before')).toBeVisible()
  await usable(manager)
  await manager.getByRole('link', { name: 'Edit terms' }).click()
  await manager.getByLabel('Contract date').fill('01-01-2026')
  await manager.getByRole('button', { name: 'Save' }).click()
  await expect(manager.getByText('The standstill has not ended then').first()).toBeVisible()
  await manager.getByLabel('Contract date').fill('01-01-2099')
  await manager.getByRole('button', { name: 'Save' }).click()
  await decide(manager, 'Submit for approval')
  await expect(manager.getByText('Pending approval')).toBeVisible()

  // The operator sees who took part, never what was bid.
  const operator = await person('qed@zabuni.test')
  await usable(operator)
  await operator.goto('/zabuni/livejobs')
  await usable(operator)
  await search(operator, 'patient monitors')
  await operator.getByRole('link', { name: 'Supply and installation of patient monitors' }).click()
  await operator.getByRole('link', { name: 'Patient monitors' }).click()
  await expect(operator.getByRole('cell', { name: 'Volta Diagnostics' })).toBeVisible()
  await expect(operator.getByText('6,748,800')).toBeHidden()
  await usable(operator)
  expect(pages.flat()).toEqual([])
})
