import { decide, declareNone, dialog, heading } from './acts.mjs'
import { expect, follow, listen, signIn, test, toJob, usable } from './people.mjs'

/** Follows a closed tender of the demonstration to its opening, as a person would. */
const toOpening = async (page) => {
  await toJob(page, '/company/tenders', 'Laboratory reagents framework')
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
  await decide(amina, 'Confirm the opening')
  await expect(amina.getByText('1 more person of 2 must confirm')).toBeVisible()
  await toOpening(david)
  await expect(david.getByText('Amina Otieno', { exact: true })).toBeVisible()
  await decide(david, 'Confirm the opening')
  await expect(david.getByRole('button', { name: 'Sign the minutes' })).toBeVisible()
  await david.getByRole('button', { name: 'Sign the minutes' }).click()
  await expect(david.getByText(/signed \d/)).toBeVisible()
  await usable(david)
  await amina.getByRole('button', { name: 'Sign the minutes' }).click()
  await expect(amina.getByRole('cell', { name: 'Savanna Medical Supplies Ltd' })).toBeVisible()
  await expect(amina.getByRole('cell', { name: 'Volta Diagnostics' })).toBeVisible()

  // No answer is shown before interests are declared; nothing is declared for anybody.
  await amina.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await heading(amina, 'Evaluation')
  await expect(amina.getByRole('link', { name: 'Score' })).toHaveCount(0)
  await expect(amina.getByRole('radio', { checked: true })).toHaveCount(0)
  await amina.getByRole('button', { name: 'Declare' }).click()
  await expect(amina.getByText('This field is required')).toBeVisible()
  await usable(amina)
  await declareNone(amina)
  await expect(amina.getByRole('link', { name: 'Score', exact: true })).toHaveCount(2)

  // Finishing with gaps is not asked: what is missing is named, and leads to its answer.
  await expect(amina.getByText('0 of 1 scored')).toHaveCount(2)
  await amina.getByRole('button', { name: 'Make my scores final' }).click()
  await expect(amina.getByText('2 answers have no score yet:')).toBeVisible()
  await usable(amina)
  await follow(amina, amina.getByRole('link', { name: /^Savanna Medical.*: 1 answer$/ }))
  await expect(amina.getByRole('listitem').and(amina.locator(':focus'))).toBeVisible()
  await expect(amina.getByText(/Scored automatically/).first()).toBeVisible()

  // A score out of range is told at its field, and stays there with its comment over a reload.
  await amina.getByLabel(/^Score \(0 to 60/).fill('61')
  await amina.getByRole('button', { name: 'Comment' }).click()
  await amina.getByRole('textbox', { name: 'Comment' }).fill('Cold chain described in full.')
  await amina.getByRole('button', { name: 'Save' }).click()
  await expect(amina.getByText('Enter a value from 0 to 60')).toBeVisible()
  await usable(amina)
  await amina.reload()
  await expect(amina.getByText('Cold chain described in full.')).toBeVisible()
  await expect(amina.getByLabel(/^Score \(0 to 60/)).toHaveValue('61')
  await amina.getByLabel(/^Score \(0 to 60/).fill('50')
  await amina.getByRole('button', { name: 'Save' }).click()
  await expect(amina.getByRole('status').filter({ hasText: 'Score saved' })).toBeAttached()
  await heading(amina, /^Savanna Medical/) // whoever works with the mouse stays
  await expect(amina.getByRole('button', { name: 'Next unscored question' })).toHaveCount(0)
  await follow(amina, amina.getByRole('link', { name: 'Next bid' }))
  await heading(amina, 'Volta Diagnostics')
  await expect(amina.getByRole('listitem').and(amina.locator(':focus'))).toBeVisible()
  await follow(amina, amina.getByRole('link', { name: 'Previous bid' }))
  await amina.getByLabel(/^Score \(0 to 60/).fill('55')
  await amina.getByLabel(/^Score \(0 to 60/).press('Enter')
  await expect(amina.getByRole('status').filter({ hasText: 'Score saved' })).toBeAttached()
  await expect(amina.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(0)
  await heading(amina, /^Savanna Medical/) // what is scored again leads nowhere

  // The other bid by its question: from the table of all scores to what both answer.
  await follow(amina, amina.getByRole('link', { name: 'By question', exact: true }))
  await heading(amina, 'Scores by question')
  await usable(amina)
  const row = amina.getByRole('row').filter({ hasText: 'No score yet' })
  await expect(row.getByRole('link', { name: '55' })).toBeVisible()
  await follow(amina, row.getByRole('rowheader').getByRole('link'))
  await expect(amina.getByLabel(/^Score \(0 to 60/)).toHaveCount(2)
  await usable(amina)
  // Without a mouse: on an answer, a figure is its score.
  await amina.getByRole('button', { name: 'Next unscored question' }).press('Enter')
  await expect(amina.getByRole('listitem').and(amina.locator(':focus'))).toBeVisible()
  await amina.keyboard.type('41.5')
  await amina.keyboard.press('Enter')
  await expect(amina.getByRole('button', { name: 'Next unscored question' })).toHaveCount(0)
  await amina.setViewportSize({ width: 390, height: 844 })
  await usable(amina)
  await amina.setViewportSize({ width: 1440, height: 900 })
  await follow(
    amina,
    amina
      .getByRole('navigation', { name: 'You are here' })
      .getByRole('link', { name: 'Evaluation', exact: true }),
  )
  await expect(amina.getByText('1 of 1 scored')).toHaveCount(2)

  // What cannot be undone asks first, and says who, what and how many.
  await amina.getByRole('button', { name: 'Make my scores final' }).click()
  await expect(amina.getByRole('dialog')).toContainText('Nobody can change your scores afterwards')
  await expect(amina.getByRole('dialog')).toContainText('Amina Otieno')
  await usable(amina)
  await dialog(amina, 'Cancel').click()
  await expect(amina.getByRole('dialog')).toHaveCount(0)
  await decide(amina, 'Make my scores final')
  await decide(amina, 'Fix the technical results')
  await expect(amina.getByText('Open the financial envelopes of those who passed')).toBeVisible()

  // Prices: two people again, where the next step leads.
  await amina.getByRole('link', { name: 'Go to the opening' }).click()
  await decide(amina, 'Confirm the opening')
  await expect(amina.getByText('1 more person of 2 must confirm')).toBeVisible()
  await david.reload()
  await decide(david, 'Confirm the opening')
  await expect(david.getByText('Prices opened')).toBeVisible()
  await expect(david.getByText('Africa/Nairobi')).toBeVisible()
  await expect(david.getByRole('row').filter({ hasText: 'Volta Diagnostics' })).toContainText(
    /KES\s[\d,]+\.\d\d/,
  )
  await usable(david)
  // Before anybody has a place the ranking says what is missing, and leads there.
  await amina.getByRole('link', { name: 'Ranking', exact: true }).click()
  await expect(amina.getByText('The bids have no places yet.')).toBeVisible()
  await usable(amina)
  await amina.getByRole('link', { name: /Go to .Compute the ranking/ }).click()
  await decide(amina, 'Compute the ranking')
  await amina.getByRole('link', { name: 'Ranking', exact: true }).click()
  await heading(amina, 'Ranking')
  await expect(amina.getByRole('listitem').filter({ hasText: 'Volta Diagnostics' })).toContainText(
    'Combined score',
  )
  await amina.getByText('Where these figures come from').first().click()
  await expect(amina.getByText('Technical share').first()).toBeVisible()
  await expect(amina.getByText("Evaluator's mark: Amina Otieno").first()).toBeVisible()
  await usable(amina)
  await amina.getByText('Where these figures come from').last().click()
  await expect(amina.getByText('Cold chain described in full.')).toBeVisible()
  expect(complaints).toEqual([])
  expect(others).toEqual([])
  await desk.close()
  await phone.close()
})
