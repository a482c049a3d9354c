import { heading } from './acts.mjs'
import { expect, listen, signIn, test, usable } from './people.mjs'

/** Follows a closed tender of the demonstration to its opening, as a person would. */
const toOpening = async (page) => {
  await page.goto('/company/tenders')
  await page.getByRole('link', { name: 'Laboratory reagents framework' }).click()
  await page.getByRole('link', { name: 'Reagents', exact: true }).click()
  await page.getByRole('link', { name: 'Opening and evaluation' }).click()
  await heading(page, 'Opening of bids')
}

test('two people open the envelopes, one evaluates, the ranking explains itself', async ({
  browser,
}) => {
  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const [amina, david] = [await desk.newPage(), await phone.newPage()]
  const complaints = listen(amina, ['status of 412', 'status of 422'])
  const others = listen(david)
  await signIn(amina, 'buyer@zabuni.test')
  await signIn(david, 'buyer2@zabuni.test')

  // One word opens nothing; the second does.
  await toOpening(amina)
  await usable(amina)
  await amina.getByRole('button', { name: 'Confirm the opening' }).click()
  await expect(amina.getByText('1 more person of 2 must confirm')).toBeVisible()
  await toOpening(david)
  await expect(david.getByText('Amina Otieno', { exact: true })).toBeVisible()
  await david.getByRole('button', { name: 'Confirm the opening' }).click()
  await expect(david.getByRole('button', { name: 'Sign the minutes' })).toBeVisible()
  await david.getByRole('button', { name: 'Sign the minutes' }).click()
  await expect(david.getByText(/signed \d/)).toBeVisible()
  await usable(david)
  await amina.getByRole('button', { name: 'Sign the minutes' }).click()
  await expect(amina.getByRole('cell', { name: 'Savanna Medical Supplies Ltd' })).toBeVisible()
  await expect(amina.getByRole('cell', { name: 'Volta Diagnostics' })).toBeVisible()

  // No answer is shown before interests are declared.
  await amina.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await heading(amina, 'Evaluation')
  await expect(amina.getByRole('link', { name: 'Score' })).toHaveCount(0)
  await usable(amina)
  await amina.getByRole('button', { name: 'Declare' }).click()
  await expect(amina.getByRole('link', { name: 'Score' })).toHaveCount(2)

  // Finishing with gaps is refused; a score out of range is told at its field.
  await amina.getByRole('button', { name: 'Make my scores final' }).click()
  await expect(amina.getByText('Some questions have no score yet.')).toBeVisible()
  for (const [at, score] of [
    [0, '55'],
    [1, '41.5'],
  ]) {
    await amina.getByRole('link', { name: 'Score' }).nth(at).click()
    await expect(amina.getByText(/Scored automatically/).first()).toBeVisible()
    if (at === 0) {
      await amina.getByLabel(/^Score \(0 to 60/).fill('61')
      await amina.getByRole('button', { name: 'Save' }).click()
      await expect(amina.getByText('Enter a value from 0 to 60')).toBeVisible()
      await usable(amina)
    }
    if (at === 0) await amina.getByLabel(/^Score \(0 to 60/).fill(score)
    else {
      // Without a mouse: on a question, a figure is its score.
      await amina.getByRole('button', { name: 'Next unscored question' }).press('Enter')
      await expect(amina.getByRole('listitem').and(amina.locator(':focus'))).toBeVisible()
      await amina.keyboard.type(score)
      await expect(amina.getByLabel(/^Score \(0 to 60/)).toHaveValue(score)
    }
    await amina.getByLabel('Comment').fill('Cold chain described in full.')
    if (at === 0) await amina.getByRole('button', { name: 'Save' }).click()
    else await amina.getByLabel(/^Score \(0 to 60/).press('Enter')
    await expect(amina.getByText('Score saved').first()).toBeVisible()
    await expect(amina.getByRole('button', { name: 'Next unscored question' })).toHaveCount(0)
    await amina.getByRole('link', { name: 'Evaluation', exact: true }).click()
    await heading(amina, 'Evaluation')
  }
  await amina.getByRole('button', { name: 'Make my scores final' }).click()
  await amina.getByRole('button', { name: 'Fix the technical results' }).click()
  await expect(amina.getByText('Open the financial envelopes of those who passed')).toBeVisible()

  // Prices: two people again.
  await amina.getByRole('link', { name: 'Opening', exact: true }).click()
  await amina.getByRole('button', { name: 'Confirm the opening' }).click()
  await expect(amina.getByText('1 more person of 2 must confirm')).toBeVisible()
  await david.reload()
  await david.getByRole('button', { name: 'Confirm the opening' }).click()
  await expect(david.getByText('Prices opened')).toBeVisible()
  await amina.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await amina.getByRole('button', { name: 'Compute the ranking' }).click()
  await amina.getByRole('link', { name: 'Ranking', exact: true }).click()
  await heading(amina, 'Ranking')
  await expect(amina.getByRole('listitem').filter({ hasText: 'Volta Diagnostics' })).toContainText(
    'Combined score',
  )
  await amina.getByText('Where these figures come from').first().click()
  await expect(amina.getByText('Technical share').first()).toBeVisible()
  await usable(amina)
  expect(complaints).toEqual([])
  expect(others).toEqual([])
  await desk.close()
  await phone.close()
})
