// Where the parameters of the screens' addresses come from: what the persona's own lists tell. A rule names the
// addresses, who looks at them, and how each parameter is found; the first rule that fits counts.

const first = (list, fits, what) => {
  const found = list.find(fits)
  if (!found) throw new Error(`nothing in the demonstration: ${what}`)
  return found
}
const any = () => true
const one =
  (path, pick = (x) => x.id, fits = any) =>
  async (ask) =>
    pick(first((await ask(path)).items, fits, path))

/** A decided category of an activity that has letters, with one of the kind that the address names. */
const letters = (activity, whose) => async (ask, path) => {
  const buyer_id = whose ? `&buyer_id=${await buyer(whose)(ask)}` : ''
  const jobs = (await ask(`/letters/jobs?activity=${activity}${buyer_id}`)).items
  const c = first(jobs, (x) => x.letters > 0, `letters of ${activity}`)
  const { items } = await ask(`/categories/${c.category_id}/letters`)
  const regret = path.includes('regret')
  const letter = first(items, (l) => (l.kind === 'regret') === regret, `letter of ${activity}`)
  return {
    jobId: c.job_id,
    categoryId: c.category_id,
    letterId: letter.id,
    supplierId: letter.supplier_id,
  }
}
const evaluated = async (ask) => {
  const c = first((await ask('/results')).items, (x) => x.status === 'evaluated', 'evaluated')
  const desk = await ask(`/categories/${c.id}/evaluation`)
  return { jobId: c.job_id, categoryId: c.id, participantId: desk.bids[0].submission_id }
}
/** A job with its category, and a section with a question where it asks for any; writable while it is a draft. */
const written = (activity, status, whose) => async (ask) => {
  const buyer_id = whose ? `&buyer_id=${await buyer(whose)(ask)}` : ''
  const { items } = await ask(`/jobs?activity=${activity}&status=${status}${buyer_id}`)
  const job = first(items, any, `${status} ${activity}`)
  const [category] = (await ask(`/jobs/${job.id}`)).categories
  const { sections } = await ask(`/categories/${category.id}/preview`)
  const section = sections.find((s) => s.questions.length)
  return {
    jobId: job.id,
    categoryId: category.id,
    sectionId: section?.id,
    questionId: section?.questions[0].id,
    activity: job.activity,
  }
}
/** A category of an activity whose results are there, with one of its bids. */
const judged = (activity, whose) => async (ask) => {
  const buyer_id = whose ? `&buyer_id=${await buyer(whose)(ask)}` : ''
  const { items } = await ask(`/letters/jobs?activity=${activity}${buyer_id}`)
  const c = first(items, any, `results of ${activity}`)
  const desk = await ask(`/categories/${c.category_id}/evaluation`)
  return { jobId: c.job_id, categoryId: c.category_id, participantId: desk.bids[0].submission_id }
}
/** A list of approved suppliers, with the job that made it. */
const list = (whose) => async (ask) => {
  const buyer_id = whose ? `?buyer_id=${await buyer(whose)(ask)}` : ''
  const made = first((await ask(`/lists${buyer_id}`)).items, any, 'a list')
  return { listId: made.category_id, parentId: made.job_id }
}
const live = async (ask) => {
  const [job] = (await ask('/livejobs')).items
  const [category] = (await ask(`/livejobs/${job.id}/categories`)).items
  return { jobId: job.id, activity: job.activity, categoryId: category.id }
}
/** The draft bid of the persona in an activity, the company that asks for it, and its workbook's making. */
const bid = (activity) => async (ask) => {
  const b = first(
    (await ask('/bids?limit=100')).items,
    (x) => x.activity === activity && x.status === 'draft',
    `draft of ${activity}`,
  )
  const task = (await ask('/tasks')).items.find((t) => t.path.includes(b.category_id))
  const { buyer_id } = await ask(`/categories/${b.category_id}/preview`)
  return { categoryId: b.category_id, companyId: buyer_id, taskId: task?.id }
}
const person =
  (more = '') =>
  async (ask) => {
    const query = typeof more === 'string' ? more : await more(ask)
    const user = first((await ask(`/people/users${query}`)).items, (u) => !u.self, 'a colleague')
    const role = first((await ask(`/people/roles${query}`)).items, (r) => !r.protected, 'a role')
    return { userId: user.id, roleId: role.id }
  }
const buyer = (name) =>
  one(
    '/buyers',
    (x) => x.id,
    (x) => x.name.startsWith(name),
  )
const ofBuyer = (name) => async (ask) => ({ buyerId: await buyer(name)(ask) })
const both =
  (...list) =>
  async (ask) =>
    Object.assign({}, ...(await Promise.all(list.map((f) => f(ask)))))
const as = (name, find) => async (ask) => ({ [name]: await find(ask) })
const criterion = async (ask) => {
  const { id } = first(
    (await ask('/category_types')).items,
    (t) => t.criteria > 0,
    'a kind of supply with criteria',
  )
  const [found] = (await ask(`/category_types/${id}/criteria`)).items
  return { id, categoryTypeId: id, criteriaId: found.id }
}
const nothing = async () => ({})

// The companies of the personas that decide.
const COMPANY = { buyer: 'Mlima', rail: 'Awash' }
const LETTERS = [
  [/\/prequal\/.*letter/, 'prequalification', 'rail'],
  [/\/expression_of_interest\/.*letter/, 'expression_of_interest', 'rail'],
  [/\/tender\/.*letter/, 'tender', 'buyer'],
]
// How the addresses of the other activities are known.
const OTHERS = [
  [/prequal(ification)?\//, 'prequalification'],
  [/expression_of_interest\//, 'expression_of_interest'],
  [/rfq\//, 'rfq'],
  [/asset_disposal\//, 'asset_disposal'],
  [/supplier-registration\//, 'supplier_registration'],
  [/risk_management\//, 'risk_management'],
]
const parts = (...patterns) => new RegExp(patterns.map((p) => p.source).join('.*'))
const BIDS = [
  [/prequal\//, 'prequalification'],
  [/expression_of_interest\//, 'expression_of_interest'],
  [/supplier[-_]registration\//, 'supplier_registration'],
  [/tender\//, 'tender'],
  [/rfqs?(\/|$)/, 'rfq'],
  [/asset\//, 'asset_disposal'],
  [/risk_management\//, 'risk_management'],
]

/** Those of the railway's screens that work on one category, whoever looks at them. */
const others = (who, whose) =>
  OTHERS.flatMap(([path, activity]) => [
    [parts(path, /(opening|evaluation|ranking|award)\//), who, judged(activity, whose)],
    [parts(path, /\{/), who, written(activity, 'draft', whose)],
  ])

/** Per app: [addresses, who, how its parameters are found]. */
export const PLACES = {
  supplier: [
    [/letters/, 'supplier', as('letterId', one('/letters'))],
    [
      /bidwithdrawals/,
      'supplier2',
      as(
        'categoryId',
        one(
          '/bids?limit=100',
          (x) => x.category_id,
          (x) => x.status === 'submitted' && x.category_status === 'open',
        ),
      ),
    ],
    [/payment|notices/, 'supplier', nothing],
    [/\/user\//, 'supplier6', person()],
    // Where messages lead: on to the bid, and to the opening of the activity.
    [/supplier\/category\//, 'supplier6', bid('tender'), /\/tender\/category\/bid\//],
    ...BIDS.map(([path, activity]) => [path, 'supplier6', bid(activity)]),
    [/./, 'supplier6', as('companyId', one('/dashboard/companies'))],
  ],
  buyer: [
    ...LETTERS.map(([path, activity, who]) => [path, who, letters(activity)]),
    [/supplier-lists\//, 'rail', list()],
    [/invite\/from/, 'rail', both(written('rfq', 'draft'), list())],
    ...others('rail'),
    [/company\/opening\//, 'buyer', evaluated, /\/tender\/opening\//],
    [/(opening|evaluation|ranking)\//, 'buyer', evaluated],
    [
      /(create|edit|duplicate)\/(tender|category|section|question)|financial|questions\//,
      'buyer',
      written('tender', 'draft'),
    ],
    [/details|invite/, 'buyer', written('tender', 'published')],
    [/livejobs/, 'buyer', live],
    [/\/(users?|roles?)(\/|$)/, 'water', person()],
    [/branches/, 'rail', as('branchId', one('/branches'))],
    [
      /special-groups/,
      'rail',
      as(
        'specialGroupId',
        one(
          '/special-groups',
          (x) => x.id,
          (x) => x.own,
        ),
      ),
    ],
    [/./, 'buyer', nothing],
  ],
  operator: [
    // What a letter will say is the buyer's; the operator is led to the one that went out.
    ...LETTERS.map(([path, activity, who]) => [
      new RegExp(`${path.source.replace('.*letter', '')}preview/`),
      'qed',
      letters(activity, COMPANY[who]),
      /\/letter\//,
    ]),
    [/supplier-lists\//, 'qed', list(COMPANY.rail)],
    ...LETTERS.map(([path, activity, who]) => [path, 'qed', letters(activity, COMPANY[who])]),
    ...others('qed', COMPANY.rail),
    [
      /prequalifications$|expression_of_interest\/list$|create\/(prequal|expression)\w+$|supplier-lists$/,
      'qed',
      async (ask) => ({ search: `?buyer=${await buyer(COMPANY.rail)(ask)}` }),
    ],
    [
      /\/tenders$|create\/tender$/,
      'qed',
      async (ask) => ({ search: `?buyer=${await buyer('Mlima')(ask)}` }),
    ],
    [
      // One screen follows every task, whatever was begun.
      /progress\/\{taskId\}/,
      'qed',
      as(
        'taskId',
        one(
          '/tasks',
          (x) => x.id,
          (x) => x.kind === 'mail_report',
        ),
      ),
    ],
    [
      /(create|edit)\/(tender|category|section|question)|financial|questions\//,
      'qed',
      written('tender', 'draft', COMPANY.buyer),
    ],
    [
      /tender\/.*(details|invited|preview_questions)/,
      'qed',
      written('tender', 'published', COMPANY.buyer),
    ],
    [/livejobs/, 'qed', live],
    [/special_group\/\{id\}/, 'qed', as('id', one('/special_group_suppliers'))],
    [/suppliers?\/.*\{id\}/, 'qed', as('id', one('/suppliers?search=Lalibela'))],
    [/category_types/, 'qed', both(criterion, ofBuyer('Awash'))],
    [/special-groups/, 'qed', as('specialGroupId', one('/special-groups'))],
    [/support/, 'qed', as('companyId', one('/suppliers?search=Lalibela'))],
    [
      /user\/(users\/\{|roles\/\{)/,
      'qed',
      async (ask) => ({
        userId: (await ask('/people/users')).items[0].id,
        roleId: (await ask('/people/roles')).items[0].id,
      }),
    ],
    [
      /buyers\/\{buyerId\}\/(users|roles)/,
      'qed',
      both(
        ofBuyer('Ziwa'),
        person(async (ask) => `?buyer_id=${await buyer('Ziwa')(ask)}`),
      ),
    ],
    [/./, 'qed', ofBuyer('Mlima')],
  ],
  contracts: [
    [/contractId/, 'contracts', as('contractId', one('/contracts'))],
    [/./, 'contracts', nothing],
  ],
}

/** Screens that need something which a list does not tell, with the specs that drive them. */
export const ELSEWHERE = {
  '/{product}/prequal/conduct/evaluation/{categoryId}/{participantId}': [
    'a person of the operator who has declared',
    'policy.spec.mjs',
  ],
  '/{product}/expression_of_interest/conduct/evaluation/{categoryId}/{participantId}': [
    'a person of the operator who has declared',
    'policy.spec.mjs',
  ],
  '/set-password/{uidb64}/{token}': ['a token of one use, mailed', 'account.spec.mjs'],
  '/activate-account': ['a token of one use, mailed', 'account.spec.mjs'],
  '/verification-code': ['a session that waits for its second factor', 'sessions.spec.mjs'],
}
