import { heading } from './acts.mjs'
import { expect, signIn, test, usable } from './people.mjs'

test('the words of a screen are asked for with its script, not after it', async ({ page }) => {
  await signIn(page, 'buyer@zabuni.test', '/change-password')
  const asked = new Set()
  let hand
  const held = new Promise((done) => {
    hand = done
  })
  // The script of a buyer's home, and the words that it says.
  await page.route(/\/assets\/buyer\/(buyer-home|figures|live)-/, async (route) => {
    asked.add(/(buyer-home|figures|live)-/.exec(route.request().url())[1])
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect.poll(() => [...asked].sort()).toEqual(['buyer-home', 'figures', 'live'])
  hand()
  await heading(page, 'Welcome, Amina')
  await usable(page)
})
