import { decide, declareNone } from './acts.mjs'
import { expect, follow, PASSWORD } from './people.mjs'

/** One question of every kind of answer. */
const questions = [
  ['text', 'Registered name of the company'],
  ['textbox', 'Describe three similar contracts'],
  ['selection', 'Delivery after order', ['Within a week', 'Within a month', 'Later']],
  ['checkboxes', 'Certificates that you hold', ['ISO 9001', 'ISO 13485', 'None of these']],
  ['boolean', 'Will you deliver in one lot?'],
  ['true_false', 'The goods are new and unused'],
  ['yes_no', 'Have you supplied a hospital before?'],
  ['file_upload', 'Tax compliance certificate'],
  ['number', 'Years in business'],
]

/** The buyer's desk without its screens: those have their own journey. */
export const buyerDesk = async (playwright, baseURL) => {
  const request = await playwright.request.newContext({ baseURL })
  const call = async (method, path, body) => {
    const answer = await request.fetch(`/api/buyer${path}`, {
      method,
      ...(body ? { data: body } : {}),
      ...(call.token ? { headers: { authorization: `Bearer ${call.token}` } } : {}),
    })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    call.now = Date.parse(answer.headers()['x-server-time'])
    const text = await answer.text()
    return text ? JSON.parse(text) : undefined
  }
  const { access_token } = await call('POST', '/authentication/login', {
    username: 'buyer@zabuni.test',
    password: PASSWORD,
  })
  call.token = access_token
  return { call, end: () => request.dispose() }
}

/** Publishes a tender that asks for every kind of answer and three prices; answers its category's id. */
export const publishTender = async (
  { call },
  name,
  { hours = 72, all = true, invited, currency = 'KES', fee = '0' } = {},
) => {
  const job = await call('POST', '/jobs', {
    activity: 'tender',
    code: `MRH/${name}/${Date.now()}`,
    title: `Hospital supplies ${name}`,
  })
  const at = (ms) => new Date(call.now + ms).toISOString()
  const category = await call('POST', `/jobs/${job.id}/categories`, {
    name,
    currency,
    bid_fee: fee,
    opens_at: at(-1000),
    closes_at: at(hours * 3_600_000),
    technical_weight: '0',
    financial_weight: '100',
    pass_mark: '0',
    openers: 2,
    invited_only: Boolean(invited),
    description: 'Supplies for the wards of the hospital, delivered to its store.',
    instructions: 'Answer every section.\nPrices include delivery and all taxes.',
  })
  const base = `/categories/${category.id}`
  const documents = await call('POST', `${base}/sections`, {
    name: 'Company and documents',
    description: 'Who you are, and what proves it.',
  })
  for (const [type, prompt, options] of all ? questions : questions.slice(0, 1))
    await call('POST', `${base}/questions`, {
      section_id: documents.id,
      prompt,
      response_type: type,
      must_answer: true,
      help: type === 'number' ? 'Full years at the closing date.' : '',
      ...(options ? { options: options.map((label) => ({ label })) } : {}),
    })
  const items = [
    'Hospital bed\tpiece\t12',
    'Gloves, box of 100\tbox\t2500.5',
    'Disinfectant\tlitre\t0.333333',
  ]
  await call('POST', `${base}/items/paste`, {
    language: 'en',
    text: (all ? items : items.slice(0, 1)).join('\n'),
  })
  await call('POST', `${base}/publish`)
  if (invited) {
    const { items } = await call('GET', `${base}/invitable?search=${encodeURIComponent(invited)}`)
    await call('POST', `${base}/invitations`, { supplier_ids: items.map(({ id }) => id) })
  }
  return { id: category.id, job: job.id, buyer: job.buyer_id }
}

/** Declares no interest and scores every bid, whichever desk one sits at; to be begun on the evaluation's first screen. */
export const scoreBids = async (page, marks, onSheet = async () => {}) => {
  await declareNone(page)
  await expect(page.getByRole('link', { name: 'Score', exact: true })).toHaveCount(marks.length)
  for (const [at, mark] of marks.entries()) {
    await follow(page, page.getByRole('link', { name: 'Score', exact: true }).nth(at))
    await onSheet()
    await page.getByLabel(/^Score \(0 to \d+/).fill(mark)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Next unscored question' })).toHaveCount(0)
    await follow(
      page,
      page
        .getByRole('navigation', { name: 'You are here' })
        .getByRole('link', { name: 'Evaluation', exact: true }),
    )
  }
  await decide(page, 'Make my scores final')
}
