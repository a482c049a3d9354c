import { decide, dialog, heading } from './acts.mjs'
import { expect, follow, linkOf, listen, mailTo, search, signIn, test, usable } from './people.mjs'

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
  // An award letter is the winner's alone, and the way back to the ranking stays.
  await expect(head.getByRole('link', { name: /^Preview award letter/ })).toHaveCount(1)
  await expect(head.getByRole('link', { name: 'Ranking', exact: true })).toBeVisible()
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

  // A complaint stops it at once, from a phone; what is not said of it is told at its field.
  const board = await person('buyer2@zabuni.test', 390)
  await board.goto(sheet)
  await board.getByRole('button', { name: 'Stop this award' }).click()
  await usable(board)
  await board.getByLabel('Number of the complaint').fill('PPARB 12/2026')
  await dialog(board, 'Stop this award').click()
  await expect(board.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await expect(board.getByLabel('Number of the complaint')).toHaveValue('PPARB 12/2026')
  await board.getByLabel('Reason').fill('The scores were added wrongly')
  await dialog(board, 'Stop this award').click()
  await expect(board.getByText('A complaint stops this award')).toBeVisible()
  await usable(board)
  await mailTo(request, 'supplier@zabuni.test', 'Stopped by a complaint', 'Patient monitors')
  await manager.reload()
  await expect(manager.getByText('A complaint about its award stops this contract')).toBeVisible()
  await usable(manager)

  // Who asks to end it does not decide that; another does.
  await board.getByRole('button', { name: 'Ask to end it' }).click()
  await usable(board)
  await board.getByLabel('Why it ends so').fill('The board found the sums right')
  await dialog(board, 'Ask to end it').click()
  await expect(board.getByText('You have asked to end this')).toBeVisible()
  await expect(board.getByRole('button', { name: 'End it so' })).toHaveCount(0)
  await usable(board)
  // The news of that leads to where it is decided.
  await expect(async () => {
    await officer.goto('/notifications')
    await expect(
      officer.getByRole('link', { name: /A colleague asks to end .*Patient monitors/ }),
    ).toBeVisible()
  }).toPass()
  await officer.getByRole('link', { name: /A colleague asks to end .*Patient monitors/ }).click()
  await heading(officer, 'Award and letters')
  expect(new URL(officer.url()).pathname).toBe(sheet)
  await officer.getByRole('button', { name: 'End it so' }).click()
  await usable(officer)
  await dialog(officer, 'End it so').click()
  await expect(officer.getByRole('heading', { name: 'Complaints before' })).toBeVisible()
  await usable(officer)
  await mailTo(request, 'supplier@zabuni.test', 'The award goes on', 'Patient monitors')
  await manager.reload()
  await expect(manager.getByText('Pending approval')).toBeVisible()
  await expect(manager.getByText('A complaint about its award')).toHaveCount(0)

  // Another complaint is upheld: there is no result any more, and who had won is told and reads so.
  await board.reload()
  await board.getByRole('button', { name: 'Stop this award' }).click()
  await board.getByLabel('Reason').fill('A bid was left out')
  await dialog(board, 'Stop this award').click()
  await board.getByRole('button', { name: 'Ask to end it' }).click()
  await board.getByRole('radio', { name: 'The complaint was upheld' }).check()
  await board.getByLabel('Why it ends so').fill('The review board annuls the award')
  await dialog(board, 'Ask to end it').click()
  await expect(board.getByText('You have asked to end this')).toBeVisible()
  await officer.goto(sheet)
  await officer.getByRole('button', { name: 'End it so' }).click()
  await expect(officer.getByText('its category ends without a result')).toBeVisible()
  await usable(officer)
  await dialog(officer, 'End it so').click()
  await expect(officer.getByText('To award it anew, put out a copy of it')).toBeVisible()
  await expect(officer.getByText('Unsuccessful', { exact: true }).first()).toBeVisible()
  await usable(officer)
  await board.reload()
  await expect(board.getByText('To award it anew, put out a copy of it')).toBeVisible()
  await usable(board)
  const told = await mailTo(request, 'supplier@zabuni.test', 'Award set aside', 'Patient monitors')
  await winner.goto(linkOf(told))
  await expect(winner.getByText('Not successful').first()).toBeVisible()
  await usable(winner)
  await manager.reload()
  await expect(manager.getByText('A complaint about its award')).toBeVisible()
  await usable(manager)

  // The operator sees who took part, never what was bid.
  const operator = await person('qed@zabuni.test')
  await usable(operator)
  await operator.goto('/zabuni/livejobs')
  await usable(operator)
  await search(operator, 'patient monitors')
  const job = 'Supply and installation of patient monitors'
  await follow(operator, operator.getByRole('link', { name: job }))
  await heading(operator, job)
  await follow(operator, operator.getByRole('link', { name: 'Patient monitors', exact: true }))
  await expect(operator.getByRole('cell', { name: 'Volta Diagnostics' })).toBeVisible()
  await expect(operator.getByText('6,748,800')).toBeHidden()
  await usable(operator)
  expect(pages.flat()).toEqual([])
})
