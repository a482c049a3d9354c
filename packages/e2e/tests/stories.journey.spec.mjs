// Every activity from its first word to what came of it, as its row of policy has it: one story, told for each.
import { buyerDesk } from './desk.mjs'
import { expect, test } from './people.mjs'
import { renews, rolls } from './stories.intake.mjs'
import {
  cast,
  conclude,
  judge,
  mails,
  midnight,
  negotiate,
  reads,
  stands,
  takePart,
  write,
} from './stories.mjs'
import { becomesRisk, registered } from './stories.risk.mjs'

// One clock moves for all, and one story leaves the list that another invites from.
test.describe.configure({ mode: 'serial' })

const LETTER = { subject: 'Award letter', text: 'your submission has been successful' }
const SUCCESS = {
  subject: 'Successful application',
  text: 'your application has been successful',
}
const REGRET = { subject: 'Outcome of', text: 'your submission has not been successful' }
const CHOSEN = { subject: 'Outcome of', text: 'your bid has been chosen' }
const PASSED = { subject: 'Outcome of', text: 'your submission has passed' }

const pwani = { who: 'supplier2', company: 'Pwani Engineering Works' }
const nyati = { who: 'supplier11', company: 'Nyati Motors' }
const kilele = { who: 'supplier10', company: 'Kilele Security Services' }

const hospital = ['buyer', 'buyer2']
const railway = ['rail', 'rail2']

/** Of three rounds: what was offered last is not taken back, and the last is the last. */
const ROUNDS = [
  {
    first: true,
    offers: [
      {
        ...nyati,
        worse: { prices: { 1: '1 130' }, says: /worse than your last price, .*1,100\.00/ },
        prices: { 1: '1 080', 2: '450' },
      },
      { ...pwani, prices: { 1: '990', 2: '500' } },
    ],
  },
  {
    offers: [
      {
        ...pwani,
        worse: { prices: { 2: '500.01' }, says: /worse than your last price, .*500\.00/ },
        prices: { 1: '950', 2: '480' },
      },
    ],
  },
  {
    final: true,
    offers: [
      {
        ...pwani,
        worse: { prices: { 1: '960' }, says: /worse than your last price, .*950\.00/ },
        prices: { 1: '800', 2: '400' },
      },
    ],
  },
]

/** Whose answers have failed stays behind. */
const OUT = ['Kilele', 'Fail']

const PUMPS = [
  ['Booster pump, 4 kW', 'pcs', '4'],
  ['Installation', 'lot', '1'],
]

/** Of all that came since, one mail invites whom the list had, and none who was left out. */
const invitedOnce = async ({ row: { from }, request, category }) => {
  const came = async ({ who }) => (await mails(request, who, 'invites you to', category)).length
  for (const one of from.invites) expect(await came(one)).toBe(1)
  expect(await came(from.leaves)).toBe(0)
}

const STORIES = [
  {
    activity: 'prequalification',
    tells: 'who passes is listed',
    people: hospital,
    create: '/company/create/prequalification',
    terms: { 'Bid fee': '500', 'Pass mark': '60' },
    asks: true,
    bids: [
      { ...kilele, licensed: false, points: '40' },
      { ...nyati, points: '30' },
      { ...pwani, points: '45' },
    ],
    stands: [
      ['Nyati', 'Pass'],
      ['Pwani', 'Pass'],
      ['Kilele', 'Fail'],
    ],
    recommend: 'Recommend all who passed',
    asked: ['Put 2 suppliers on the list?', '1 other bidder is told'],
    told: [
      { ...nyati, mail: SUCCESS, outcome: 'Qualified' },
      { ...pwani, mail: SUCCESS, outcome: 'Qualified' },
      { ...kilele, mail: REGRET, outcome: 'Not successful' },
    ],
  },
  {
    activity: 'rfq',
    tells: 'who is listed is invited once, and three rounds take no worse price',
    people: hospital,
    create: '/company/create/rfq',
    items: PUMPS,
    from: { of: 'prequalification', invites: [nyati, pwani], leaves: kilele },
    bids: [
      { ...pwani, prices: { 1: '1 000', 2: '500' } },
      { ...nyati, prices: { 1: '1 100', 2: '450' } },
    ],
    stands: [
      ['Pwani', '4,500.00'],
      ['Nyati', '4,850.00'],
    ],
    rounds: [
      {
        ...ROUNDS[0],
        stands: [
          ['Pwani', '4,460.00'],
          ['Nyati', '4,770.00'],
        ],
      },
      {
        ...ROUNDS[1],
        stands: [
          ['Pwani', '4,280.00'],
          ['Nyati', '4,770.00'],
        ],
      },
      {
        ...ROUNDS[2],
        stands: [
          ['Pwani', '3,600.00'],
          ['Nyati', '4,770.00'],
        ],
      },
    ],
    recommend: 'Recommend Pwani Engineering Works',
    asked: ['Award to Pwani Engineering Works?', '1 other bidder'],
    told: [
      { ...pwani, mail: CHOSEN, outcome: 'Successful', says: ['1 of 2', /KES\s3,600\.00/] },
      { ...nyati, mail: REGRET, outcome: 'Not successful', says: ['2 of 2'] },
    ],
    after: invitedOnce,
  },
  {
    activity: 'expression_of_interest',
    tells: 'who is of interest is listed',
    people: railway,
    create: '/company/create/expression_of_interest',
    terms: { 'Pass mark': '60' },
    asks: true,
    bids: [
      { ...pwani, points: '45' },
      { ...kilele, licensed: false, points: '50' },
    ],
    stands: [
      ['Pwani', 'Pass'],
      ['Kilele', 'Fail'],
    ],
    recommend: 'Recommend all who passed',
    asked: ['Put 1 supplier on the list?', '1 other bidder is told'],
    told: [
      { ...pwani, mail: SUCCESS, outcome: 'Qualified' },
      { ...kilele, mail: REGRET, outcome: 'Not successful' },
    ],
  },
  {
    activity: 'tender',
    tells: 'quality leads until the last of three rounds turns the order',
    people: hospital,
    create: '/company/create/tender',
    terms: { 'Bid fee': '500', 'Technical part': '70', 'Financial part': '30', 'Pass mark': '50' },
    asks: true,
    items: PUMPS,
    bids: [
      { ...pwani, points: '40', prices: { 1: '1 000', 2: '500' } },
      { ...nyati, points: '45', prices: { 1: '1 100', 2: '450' } },
      { ...kilele, licensed: false, points: '40', prices: { 1: '1 050', 2: '500' } },
    ],
    // 70 % of 95 and 30 % of 4500 ÷ 4850; 70 % of 90 and 30 % of 100
    stands: [
      ['Nyati', '94.34'],
      ['Pwani', '93.00'],
      ['Kilele', 'Fail'],
    ],
    rounds: [
      {
        ...ROUNDS[0],
        stands: [['Nyati', '4,770.00'], ['Pwani', '4,460.00'], OUT],
      },
      {
        ...ROUNDS[1],
        stands: [['Nyati', '4,770.00'], ['Pwani', '4,280.00'], OUT],
      },
      {
        ...ROUNDS[2],
        stands: [['Pwani', '93.00'], ['Nyati', '4,770.00'], OUT],
      },
    ],
    recommend: 'Recommend Pwani Engineering Works',
    asked: ['Award to Pwani Engineering Works?', '2 other bidders'],
    told: [
      { ...pwani, mail: LETTER, outcome: 'Successful', says: ['1 of 3', /KES\s3,600\.00/] },
      { ...nyati, mail: REGRET, outcome: 'Not successful', says: ['2 of 3'] },
      { ...kilele, mail: REGRET, outcome: 'Not successful' },
    ],
  },
  {
    activity: 'asset_disposal',
    tells: '900 beats 100, though it came later',
    people: railway,
    create: '/company/asset_disposal/create',
    items: [
      ['Pick-up truck, 1998', 'each', '1'],
      ['Lathe, 2 m', 'each', '1'],
    ],
    bids: [
      { ...pwani, prices: { 1: '100' } },
      { ...kilele, prices: { 1: '500', 2: '300' } },
      { ...nyati, prices: { 1: '900' } },
    ],
    stands: {
      'Pick-up truck, 1998': [/1\..*Nyati.*900\.00/, /2\..*Kilele.*500\.00/, /3\..*Pwani.*100\.00/],
      'Lathe, 2 m': [/1\..*Kilele.*300\.00/],
    },
    recommend: 'Recommend 2 items',
    asked: ['Award 2 items?', '900.00', '300.00'],
    told: [
      { ...nyati, mail: CHOSEN, outcome: 'Successful', says: ['Pick-up truck, 1998'] },
      { ...kilele, mail: CHOSEN, outcome: 'Successful', says: ['Lathe, 2 m'] },
      { ...pwani, mail: REGRET, outcome: 'Not successful' },
    ],
  },
  {
    activity: 'supplier_registration',
    tells: 'of two windows, with a member who is suspended and renewed',
    people: hospital,
    create: '/company/supplier-registration/create',
    asks: true,
    before: rolls,
    bids: [
      { ...pwani },
      { ...nyati },
      { ...kilele, licensed: false, found: ['Missing', 'The bid names no licence.'] },
    ],
    stands: [
      ['Pwani', 'Pass'],
      ['Nyati', 'Pass'],
      ['Kilele', 'Fail'],
    ],
    recommend: 'Recommend all who passed',
    asked: ['Put 2 suppliers on the list?', '1 other bidder is told'],
    told: [
      { ...pwani, mail: PASSED, outcome: 'Qualified' },
      { ...nyati, mail: PASSED, outcome: 'Qualified' },
      { ...kilele, mail: REGRET, outcome: 'Not successful' },
    ],
    after: renews,
  },
  {
    activity: 'risk_management',
    tells: 'a fatal verdict becomes a risk',
    people: railway,
    create: '/company/risk_management/create/job',
    asks: true,
    bids: [
      { ...pwani },
      { ...kilele, found: ['Not issued', 'The registry knows no such licence.'], fatal: true },
    ],
    checked: becomesRisk,
    stands: [
      ['Pwani', 'Pass'],
      ['Kilele', 'Fail'],
    ],
    recommend: 'Recommend all who passed',
    asked: ['Decide that 1 supplier passes?', '1 other bidder is told'],
    told: [
      { ...pwani, mail: PASSED, outcome: 'Qualified' },
      { ...kilele, mail: REGRET, outcome: 'Not successful' },
    ],
    after: registered,
  },
]

/** What lists the stories have left, by activity. */
const lists = new Map()

for (const row of STORIES)
  test(`${row.activity}: ${row.tells}`, async ({ browser, request, playwright, baseURL }) => {
    // Rounds and windows are as many stories again.
    if (row.rounds || row.after) test.slow()
    // What an activity does is told by the platform itself.
    const desk = await buyerDesk(playwright, baseURL)
    const { items } = await desk.call('GET', '/activities')
    const policy = items.find((p) => p.activity === row.activity)
    await desk.end()
    const has = (step) => policy.steps.includes(step)

    const { enter, heard } = cast(browser, ['status of 422'])
    const mark = Date.now().toString(36)
    const category = `${row.activity.replaceAll('_', ' ')} ${mark}`
    const story = { title: `Story ${mark}`, category, code: `S/${mark}`, lists }
    story.at = await write(await enter(row.people[0]), policy, row, story, request)
    for (const bid of row.bids)
      await takePart(await enter(bid.who), policy, row, story, bid, request)

    await midnight(request, 3)
    const people = [await enter(row.people[0]), await enter(row.people[1])]
    const told = { ...story, row, policy, people, enter, request }
    await judge(people, policy, row, told)
    await stands(people[0], policy, row.stands)
    if (has('negotiation')) for (const round of row.rounds) await negotiate(told, round)
    await conclude(people, policy, row)
    for (const bid of row.told) await reads(await enter(bid.who), request, told, bid)
    if (has('list')) lists.set(row.activity, category)
    await row.after?.(told)
    expect(heard()).toEqual([])
  })
