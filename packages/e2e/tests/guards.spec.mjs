import { expect, signInByForm, test } from './people.mjs'

// A sample of each kind of guard: who comes, where to, where it leads.
const REFUSED = '/permissions/error'
const CASES = [
  // Nobody: to the login, the way kept.
  [null, 'supplier', '/supplier/dashboard', '/login?returnUrl=%2Fsupplier%2Fdashboard'],
  [
    null,
    'buyer',
    '/company/tenders?search=a',
    '/login?returnUrl=%2Fcompany%2Ftenders%3Fsearch%3Da',
  ],
  [null, 'operator', '/zabuni/suppliers', '/login?returnUrl=%2Fzabuni%2Fsuppliers'],
  [
    null,
    'contracts',
    '/contract-management/edit',
    '/login?returnUrl=%2Fcontract-management%2Fedit',
  ],
  [null, 'supplier', '/notifications', '/login?returnUrl=%2Fnotifications'],
  // Of another family: the type alone, and the type with a privilege.
  ['supplier', 'buyer', '/buyer/dashboard', REFUSED],
  ['supplier', 'buyer', '/company/create/tender', `${REFUSED}?needs=MANAGE_JOB`],
  ['supplier', 'operator', '/zabuni/dashboard', REFUSED],
  ['buyer', 'supplier', '/supplier/ongoingbids', REFUSED],
  ['buyer', 'supplier', '/supplier/user/users', `${REFUSED}?needs=MANAGE_USER`],
  ['buyer', 'operator', '/zabuni/buyers', `${REFUSED}?needs=MANAGE_JOB`],
  ['buyer', 'contracts', '/contract-management/approval', REFUSED],
  ['contracts', 'buyer', '/company/profile', REFUSED],
  ['qed', 'supplier', '/supplier/payment/mpesa', `${REFUSED}?needs=MAKE_PAYMENTS`],
  ['qed', 'contracts', '/contract-management/dashboard', REFUSED],
]

for (const who of [null, 'supplier', 'buyer', 'contracts', 'qed'])
  test(`${who ?? 'a visitor'} is led away from screens of others`, async ({ page }) => {
    if (who) await signInByForm(page, `${who}@zabuni.test`)
    for (const [, , path, end] of CASES.filter(([w]) => w === who)) {
      await page.goto(path)
      await expect(page, path).toHaveURL((url) => (url.pathname + url.search).startsWith(end))
      await expect(page.locator('h1').first()).toBeVisible()
    }
  })
