// What concerns a supplier arrives where it is and in its own language: at the bell without a reload, and by mail.
import { buyerDesk, publishTender } from './desk.mjs'
import {
  expect,
  follow,
  landed,
  linkOf,
  listen,
  mailTo,
  search,
  signIn,
  test,
  usable,
} from './people.mjs'

// Nobody else's journey looks at this account.
const SUPPLIER = 'supplier6@zabuni.test'

test('an invitation and a new closing time arrive in Swahili', async ({
  page,
  request,
  baseURL,
  playwright,
}) => {
  const complaints = listen(page)
  await signIn(page, SUPPLIER, '/profile')
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await page.getByLabel('Language of mails').selectOption('sw')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your details are saved')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('zabuni.language', 'sw'))
  await page.goto('/supplier/landing')
  await usable(page)
  const bell = page.getByRole('button', { name: /^Arifa/ })
  await expect(bell).toBeVisible()

  // Invited and told, while the page stands where it stood.
  const desk = await buyerDesk(playwright, baseURL)
  const title = `Vitanda ${Date.now()}`
  const category = await publishTender(desk, title, { all: false, invited: 'Lalibela' })
  const invitation = page.getByRole('link', {
    name: new RegExp(
      `Mlima Referral Hospital inakualika kwenye “${title}” .* Inafungwa .* GMT\\+3`,
    ),
  })
  await expect(bell).toHaveAccessibleName(/hazijasomwa/)
  await bell.click()
  await expect(invitation).toBeVisible()
  await follow(page, invitation)
  await landed(page, `/supplier/category/${category.id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await usable(page)

  const invited = await mailTo(request, SUPPLIER, 'Mlima Referral Hospital inakualika', title)
  expect(invited.text).toContain(`kundi “${title}”`)
  expect(invited.text).toMatch(/Inafungwa tarehe [\d-]+ [\d:.]+ \(UTC\+03:00\)/)
  expect(new URL(linkOf(invited), baseURL).pathname).toBe(`/supplier/category/${category.id}`)

  // The closing is moved: both times and the reason.
  await page.goto('/notifications')
  await usable(page)
  await desk.call('POST', `/categories/${category.id}/extend`, {
    closes_at: new Date(desk.call.now + 96 * 3_600_000).toISOString(),
    reason: 'Swali linafafanuliwa.',
  })
  const extension = page.getByRole('link', {
    name: new RegExp(
      `“${title}” .* sasa inafungwa .* badala ya .* Sababu: Swali linafafanuliwa\\.`,
    ),
  })
  await expect(extension).toBeVisible()
  await usable(page)
  const moved = await mailTo(request, SUPPLIER, 'Muda mpya wa kufunga', title)
  expect(moved.text).toContain('Swali linafafanuliwa.')
  expect(moved.text).toMatch(/Awali: .*\(UTC\+03:00\)\. Sasa: .*\(UTC\+03:00\)\./)

  // Where the mail leads, a bid is begun; from then on the same address leads to it.
  await page.goto(linkOf(moved))
  await page.getByRole('button', { name: 'Shiriki' }).click()
  await landed(page, /\/supplier\/tender\/category\/instructions\//)
  await page.goto(linkOf(moved))
  await landed(page, `/supplier/tender/category/bid/${category.id}`)
  await usable(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/notifications')
  await expect(extension).toBeVisible()
  await usable(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(complaints).toEqual([])
  await desk.end()
})

test('the operator invites out of the directory of the platform, in the name of the buyer', async ({
  page,
  request,
  baseURL,
  playwright,
}) => {
  const complaints = listen(page)
  const desk = await buyerDesk(playwright, baseURL)
  const title = `Mabati ${Date.now()}`
  const category = await publishTender(desk, title, { all: false, invited: 'Lalibela' })
  await desk.end()
  await signIn(page, 'qed@zabuni.test')
  const ids = `${category.job}/${category.id}`
  await page.goto(`/zabuni/tender/invited/suppliers/${ids}`)
  await follow(page, page.getByRole('link', { name: 'Invite suppliers' }))
  await landed(page, `/zabuni/system-invite/categories/${ids}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Invite suppliers' })).toBeVisible()
  await usable(page)
  await search(page, 'Ziwani', page.getByRole('searchbox', { name: 'Search by name' }))
  // Nobody is invited twice, and nobody by nobody's choice.
  await expect(page.getByRole('button', { name: /^Invite \d/ })).toHaveCount(0)
  await page
    .getByRole('row', { name: /Ziwani/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Invite 1 supplier' }).click()
  await landed(page, `/zabuni/tender/invited/suppliers/${ids}`)
  await expect(page.getByRole('row', { name: /Ziwani/ })).toBeVisible()
  await usable(page)
  const told = await mailTo(
    request,
    'supplier5@zabuni.test',
    'Mlima Referral Hospital invites you',
    title,
  )
  expect(linkOf(told)).toBe(`/supplier/category/${category.id}`)
  expect(complaints).toEqual([])
})
