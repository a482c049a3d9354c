import { heading } from './acts.mjs'
import { expect, follow, landed, listen, search, signIn, test, usable } from './people.mjs'

const open = async (page, title) => {
  await page.goto('/contract-management/signature')
  await heading(page, 'Contracts to sign')
  await search(page, title)
}

test('signatures are asked for, called off, asked for anew, and given to what was read', async ({
  page,
}) => {
  const complaints = listen(page, ['status of 422'])
  await signIn(page, 'contracts@zabuni.test', '/contract-management/signature')
  await heading(page, 'Contracts to sign')
  await usable(page)
  await open(page, 'dialysis')
  await follow(page, page.getByRole('link', { name: 'Consumables for dialysis' }))
  await expect(page.getByText('You sign here as well, but others sign before you')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0)
  await usable(page)

  await page.getByRole('button', { name: 'Take the request back' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Both sides sign in any order')
  await dialog.getByRole('button', { name: 'Take the request back' }).click()
  await expect(page.getByText('took this request back')).toBeVisible()

  // What is missing is told at its field; nothing that was typed is lost.
  const capacity = page.getByLabel('Signs as')
  await capacity.nth(0).fill('Director')
  await page.getByRole('button', { name: 'Ask for signatures' }).click()
  await expect(capacity.nth(1)).toHaveAttribute('aria-invalid', 'true')
  await expect(capacity.nth(0)).toHaveValue('Director')
  await capacity.nth(1).fill('Head of procurement')
  await page.getByRole('combobox', { name: 'Person 2' }).selectOption('Grace Njeri')
  await page.getByLabel('Turn').nth(1).fill('1')
  await page.getByRole('button', { name: 'Ask for signatures' }).click()
  await expect(page.getByText('Open the paper first')).toBeVisible()

  // Nobody signs what was not opened.
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toBeDisabled()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Open the paper to read it' }).click()
  expect((await file).suggestedFilename()).toContain('.pdf')
  await page.getByLabel('I have read the paper to its end').check()
  await usable(page)
  await sign.click()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('You have signed')).toBeVisible()
  await expect(sign).toHaveCount(0)
  await open(page, 'dialysis')
  await expect(page.getByRole('row', { name: /dialysis/ })).toContainText('1 of 2 have signed')
  expect(complaints).toEqual([])
})

test('what was signed on paper is in force once a second person has compared it', async ({
  page,
}) => {
  await signIn(page, 'contracts@zabuni.test', '/contract-management/signature')
  await open(page, 'boilers')
  await follow(
    page,
    page.getByRole('row', { name: /boilers/ }).getByRole('link', { name: /Compare/ }),
  )
  await landed(page, /\/signature\/[0-9a-f-]+\/upload$/)
  await expect(page.getByText('Amina Otieno brought this paper')).toBeVisible()
  await usable(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('the contract is in force').first()).toBeVisible()

  // Another contract: the form says what it lacks, and keeps what was typed.
  await open(page, 'lifts')
  await follow(page, page.getByRole('row', { name: /lifts/ }).getByRole('link', { name: /Upload/ }))
  await page.getByLabel(/Who signed for Mlima/).fill('Amina Otieno')
  await page.getByRole('button', { name: 'Send to the second person' }).click()
  await expect(page.getByText('Choose the file').or(page.getByRole('alert')).first()).toBeVisible()
  await expect(page.getByLabel(/Who signed for Mlima/)).toHaveValue('Amina Otieno')
  await usable(page)
})
