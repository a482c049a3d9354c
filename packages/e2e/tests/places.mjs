// Where the parameters of the screens' addresses come from. A row of the route table says what it is one of (an
// activity, or nothing), its slot and its parameters; what is found for these comes from what people's own lists
// tell. No address is read here: another activity's rows find their own records.

/** Who looks at the screens of an app: the first of them who may and has what the screen needs. */
export const PEOPLE = {
  supplier: ['supplier', 'supplier6', 'supplier2'],
  buyer: ['buyer', 'rail', 'water'],
  operator: ['qed'],
  contracts: ['contracts'],
}

/** Where each app tells its people what they may. */
export const PRIVILEGES = {
  supplier: '/supplier/company/users/my_privileges/',
  buyer: '/buyer/users/my_privileges/',
  operator: '/qed/users/my_privileges/',
  contracts: '/temp/users/my_privileges/',
}

/** The parameters that an address names. */
export const params = (path) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => name !== 'product')

/** What the first of several has; whoever is refused has nothing. */
const firstOf = async (all, find) => {
  for (const one of all) {
    const found = await find(one).catch(() => undefined)
    if (found) return found
  }
  return undefined
}
const items = async (ask, path) => (await ask(path)).items
const one =
  (path, name, fits = () => true, pick = (x) => x.id) =>
  async (ask) => {
    const found = (await items(ask, path)).find(fits)
    return found && { [name]: pick(found) }
  }

/** The operator says whose; a buyer's lists are its own. */
const companies = async (ask, { app }) =>
  app === 'operator' ? (await items(ask, '/buyers')).map(({ id }) => id) : ['']
const of = (company, query) => `${query}${company ? `&buyer_id=${company}` : ''}`

/** A job with its category, and a section with a question, or an item, where the address names one. */
const jobsIn =
  (...states) =>
  async (ask, row) =>
    firstOf(await companies(ask, row), async (company) => {
      const kinds = states.map((s) => of(company, `/jobs?activity=${row.of}&status=${s}`))
      return firstOf(kinds, async (path) =>
        firstOf(await items(ask, path), async ({ id }) =>
          firstOf((await ask(`/jobs/${id}`)).categories, async (category) => {
            const found = { company, jobId: id, categoryId: category.id }
            if (params(row.path).includes('itemId')) {
              const { items: things } = await ask(`/categories/${category.id}`)
              return things.length && { ...found, itemId: things[0].id }
            }
            if (!params(row.path).some((name) => /^(section|question)Id$/.test(name))) return found
            const { sections } = await ask(`/categories/${category.id}/preview`)
            const section = sections.find((s) => s.questions.length)
            return (
              section && { ...found, sectionId: section.id, questionId: section.questions[0].id }
            )
          }),
        ),
      )
    })

/** Screens on which somebody scores: they are for who has declared to have no interest. */
const SCORING = ['conductEvaluation', 'scoreQuestions']
/** What goes on live after its papers were judged: its job is still published. */
const awaitsRoom = (c) => c.status === 'opening' || c.status === 'technical_evaluation'
/** A category whose results are there, with one of its bids where the address names one. */
const judged = async (ask, row) =>
  firstOf(await companies(ask, row), async (company) => {
    const scored = async (jobId, categoryId) => {
      const found = { company, jobId, categoryId, parentId: categoryId }
      if (!SCORING.includes(row.slot)) return found
      const desk = await ask(`/categories/${categoryId}/evaluation`)
      return desk.my_interest === 'none' && { ...found, participantId: desk.bids[0].submission_id }
    }
    const told = await items(ask, of(company, `/letters/jobs?activity=${row.of}`))
    return (
      (await firstOf(told, (c) => scored(c.job_id, c.category_id))) ??
      firstOf(
        await items(ask, of(company, `/jobs?activity=${row.of}&status=published`)),
        async ({ id }) =>
          firstOf((await ask(`/jobs/${id}`)).categories.filter(awaitsRoom), (c) =>
            scored(id, c.id),
          ),
      )
    )
  })

/** A category whose bids are checked, with one of them where the address names one: for a second check, one that both have made. */
const checked = async (ask, row) =>
  firstOf(await companies(ask, row), async (company) =>
    firstOf(await items(ask, of(company, `/jobs?activity=${row.of}&status=closed`)), async (job) =>
      firstOf((await ask(`/jobs/${job.id}`)).categories, async ({ id: categoryId }) => {
        const desk = await ask(`/categories/${categoryId}/assurance`)
        const bid = desk.bids.find((b) => row.slot !== 'conductQC' || b.second.finished_at)
        const found = { company, jobId: job.id, categoryId, participantId: bid?.submission_id }
        return bid && desk.my_interest === 'none' && found
      }),
    ),
  )

/** A category whose bidders are visited, with one of them and one question. */
const visited = async (ask, row) =>
  firstOf(await companies(ask, row), async (company) =>
    firstOf(await items(ask, of(company, `/letters/jobs?activity=${row.of}`)), async (c) => {
      const desk = await ask(`/categories/${c.category_id}/diligence`)
      return (
        desk.bids?.length &&
        desk.questions.length && {
          company,
          jobId: c.job_id,
          categoryId: c.category_id,
          participantId: desk.bids[0].submission_id,
          questionId: desk.questions[0].id,
        }
      )
    }),
  )

/** A decided category, with a letter of the screen's kind where the address names one or whom it is for. */
const decided = async (ask, row) =>
  firstOf(await companies(ask, row), async (company) =>
    firstOf(await items(ask, of(company, `/letters/jobs?activity=${row.of}`)), async (c) => {
      const found = { company, jobId: c.job_id, categoryId: c.category_id }
      if (!params(row.path).some((name) => name === 'letterId' || name === 'supplierId'))
        return found
      const letters = await items(ask, `/categories/${c.category_id}/letters`)
      const regret = row.slot === 'previewRegret'
      const letter = letters.find(({ kind }) => (kind === 'regret') === regret)
      return letter && { ...found, letterId: letter.id, supplierId: letter.supplier_id }
    }),
  )

/** The draft bid of a supplier in an activity, the company that asks for it, and its workbook's making. */
const drafted = async (ask, row) => {
  const bids = await items(ask, '/bids?limit=100')
  const draft = bids.find((b) => b.activity === row.of && b.status === 'draft')
  if (!draft) return undefined
  const categoryId = draft.category_id
  const task = (await items(ask, '/tasks')).find((t) => t.path.includes(categoryId))
  const { buyer_id } = await ask(`/categories/${categoryId}/preview`)
  return { categoryId, companyId: buyer_id, taskId: task?.id }
}

const written = jobsIn('draft')
const shown = jobsIn('published', 'draft', 'closed')
/** A job whose reports one may have: where there is such a one, with a report of which one chooses. */
const reported = async (ask, row) => {
  const admitted = []
  for (const company of await companies(ask, row))
    for (const state of ['closed', 'published', 'draft'])
      for (const job of await items(ask, of(company, `/jobs?activity=${row.of}&status=${state}`))) {
        const reports = await items(ask, `/jobs/${job.id}/reports`).catch(() => undefined)
        const report = reports?.find((r) => r.ready && r.questions)
        const [one] = reports ? (await ask(`/jobs/${job.id}`)).categories : []
        const found = { company, jobId: job.id, categoryId: one?.id, reportName: 'responses' }
        if (report) return { ...found, reportName: report.name }
        if (reports) admitted.push(found)
      }
  return admitted[0]
}
/** What the screens of an activity are drawn of, by their slots; those of authors are drawn of what is still written. */
const RECORDS = {
  reports: reported,
  reportProgress: shown,
  suppliersProgress: shown,
  reportQuestions: reported,
  ...Object.fromEntries(
    ['list', 'create', 'buyers', 'details', 'categoryDetails', 'invited', 'previewQuestions'].map(
      (slot) => [slot, shown],
    ),
  ),
  ...Object.fromEntries(
    ['invite', 'inviteLists', 'inviteListCategories', 'inviteList'].map((slot) => [
      slot,
      jobsIn('draft', 'published', 'closed'),
    ]),
  ),
  ...Object.fromEntries(
    [
      'opening',
      'evaluationInstructions',
      ...SCORING,
      'ranking',
      'negotiationCreate',
      'scoresProgress',
      'jobScoresProgress',
    ].map((slot) => [slot, judged]),
  ),
  ...Object.fromEntries(
    ['qaInstructions', 'conductQA', 'qcCategories', 'qcParticipants', 'conductQC'].map((slot) => [
      slot,
      checked,
    ]),
  ),
  ...Object.fromEntries(
    ['ddDetails', 'ddAdd', 'ddAddSupplier', 'ddSupplier', 'ddConduct'].map((slot) => [
      slot,
      visited,
    ]),
  ),
  ...Object.fromEntries(
    ['letter', 'letterJobs', 'jobLetters', 'categoryLetters', 'previewAward', 'previewRegret']
      .concat(
        ['award', 'regret', 'success', 'custom', 'dd'].flatMap((k) => [`${k}Create`, `${k}Edit`]),
      )
      .map((slot) => [slot, decided]),
  ),
}

const lists = async (ask, row) =>
  firstOf(await companies(ask, row), async (company) => {
    const [made] = await items(ask, `/lists${company && `?buyer_id=${company}`}`)
    return made && { company, listId: made.category_id, parentId: made.job_id }
  })
const live = async (ask) =>
  firstOf(await items(ask, '/livejobs'), async (job) => {
    const [category] = await items(ask, `/livejobs/${job.id}/categories`)
    return category && { jobId: job.id, activity: job.activity, categoryId: category.id }
  })
const criterion = async (ask) =>
  firstOf(
    (await items(ask, '/category_types')).filter((type) => type.criteria > 0),
    async ({ id }) => {
      const [found] = await items(ask, `/category_types/${id}/criteria`)
      return { categoryTypeId: id, criteriaId: found.id }
    },
  )
const bidOf = (fits) => one('/bids?limit=100', 'categoryId', fits, (x) => x.category_id)
/** A colleague and a role; of a buyer's people where the address names whose. */
const people = async (ask, row) =>
  firstOf(
    params(row.path).includes('buyerId') ? await companies(ask, row) : [''],
    async (buyerId) => {
      const whose = buyerId && `?buyer_id=${buyerId}`
      const [users, roles] = await Promise.all([
        items(ask, `/people/users${whose}`),
        items(ask, `/people/roles${whose}`),
      ])
      const user = users.find((u) => !u.self) ?? users[0]
      const role = roles.find((r) => !r.protected) ?? roles[0]
      return user && role && { buyerId, userId: user.id, roleId: role.id }
    },
  )

/** A contract of whoever the operator helps, or of the own company. */
const contractOf =
  (query = '') =>
  async (ask, row) =>
    firstOf(await companies(ask, row), async (buyerId) => {
      const [found] = await items(ask, of(buyerId, `/contracts?limit=1${query}`))
      return found && { buyerId, contractId: found.id }
    })

/** What stands in no activity, by the parameter that is looked for. */
const THINGS = {
  userId: people,
  roleId: people,
  listId: lists,
  parentId: lists,
  jobId: live,
  activity: live,
  categoryId: live,
  categoryTypeId: criterion,
  criteriaId: criterion,
  branchId: one('/branches', 'branchId'),
  buyerId: one('/buyers', 'buyerId'),
  contractId: contractOf(),
  letterId: one('/letters', 'letterId'),
  list: one(
    '/reference-lists',
    'list',
    () => true,
    (x) => x.list_name,
  ),
  riskId: one('/risks', 'riskId'),
  // Only of what lies ahead something is changed.
  meetingId: async (ask, row) => {
    const context = row.of === 'risk_management' ? 'risk' : 'general'
    return one(`/meetings?context=${context}&status=scheduled`, 'meetingId')(ask)
  },
  sectionId: one('/contract-sections', 'sectionId'),
  templateId: one('/contract-templates', 'templateId'),
  reportName: async () => ({ reportName: 'responses' }),
  membershipId: one('/special_group_suppliers', 'membershipId'),
  specialGroupId: one('/special-groups', 'specialGroupId', (x) => x.own !== false),
  supplierId: one('/suppliers', 'supplierId'),
  taskId: one('/tasks', 'taskId'),
}
/** An archived job with a category and one of its bidders, as each desk finds it. */
const archived = async (ask, { app }) => {
  if (app === 'supplier')
    return firstOf(await items(ask, '/archive/companies'), async ({ id: companyId }) => {
      const [own] = await items(ask, `/archive/companies/${companyId}/categories`)
      return own && { companyId, activity: own.activity, categoryId: own.category_id }
    })
  const kept =
    app === 'operator' ? '/archive/managed?state=archived&state=held' : '/archive/jobs?limit=100'
  return firstOf(await items(ask, kept), async ({ id: jobId, activity, buyer_id: buyerId }) =>
    firstOf((await ask(`/archive/jobs/${jobId}`)).categories, async ({ id: categoryId }) => {
      const { bidders } = await ask(`/archive/categories/${categoryId}`)
      const [bidder] = bidders
      return bidder && { jobId, activity, buyerId, categoryId, supplierId: bidder.company_id }
    }),
  )
}
/** An award whose savings count and open, and whose it is. */
const saved = async (ask, { app }) => {
  const all = app === 'operator' ? await items(ask, '/savings/buyers') : [{}]
  return firstOf(all, async ({ id: buyerId }) => {
    const page = await ask(buyerId ? `/savings/buyers/${buyerId}` : '/savings')
    const [row] = page.items
    return page.opens && row && { buyerId, categoryId: row.category_id }
  })
}
/** A plan of procurement that is written, with something that is to be bought. */
const procured = async (ask, row) =>
  firstOf(await companies(ask, row), async (company) =>
    firstOf(await items(ask, of(company, '/procurement-plans?status=draft')), async ({ id }) => {
      const [item] = await items(ask, `/procurement-plans/${id}/items`)
      return item && { planId: id, itemId: item.id }
    }),
  )
/** A category that chose somebody, whose contract followed. */
const sourced = async (ask, row) =>
  firstOf(await companies(ask, row), async (buyerId) =>
    firstOf(await items(ask, of(buyerId, '/contract-jobs?limit=100')), async (job) => {
      if (row.app === 'operator') return { buyerId, jobId: job.id }
      const { categories } = await ask(`/contract-jobs/${job.id}?activity=${job.activity}`)
      const found = categories.find((c) => c.contracts)
      return found && { jobId: job.id, activity: job.activity, categoryId: found.id }
    }),
  )
/** A category with contracts that are over, and the one of them that ended last. */
const past = async (ask) =>
  firstOf(
    (await items(ask, '/contract-archive')).filter((x) => x.contracts),
    async ({ id }) => {
      const [last] = await items(ask, `/contract-archive/${id}/contracts`)
      return last && { categoryId: id, contractId: last.id }
    },
  )
const payment = (name, pick) => one('/payments/?limit=100', name, (x) => x.provider, pick)
/** The same where an app has a word of its own for it. */
const OWN_THINGS = {
  supplier: { companyId: one('/dashboard/companies', 'companyId') },
  operator: {
    companyId: one('/suppliers', 'companyId'),
    // The rows of the specification's tails call them so.
    code: payment('code', (x) => x.number),
    id: payment('id', (x) => x.id),
    prequal_id: async (ask) => ({ prequal_id: (await live(ask))?.jobId }),
    category_id: async (ask) => ({ category_id: (await live(ask))?.categoryId }),
  },
}
/** The same where the screen wants a certain one. */
const CERTAIN = {
  ...Object.fromEntries(
    [
      'archiveJobs',
      'archiveJob',
      'archiveCategory',
      'archiveBid',
      'archiveOwnBids',
      'archiveOwnBid',
    ].map((slot) => [slot, archived]),
  ),
  ...Object.fromEntries(['savings', 'savingEvidence'].map((slot) => [slot, saved])),
  ...Object.fromEntries(
    ['questionsUpload', 'itemsUpload', 'categoriesUpload'].map((slot) => [
      slot,
      (ask, row) => written(ask, { ...row, of: 'tender' }),
    ]),
  ),
  ...Object.fromEntries(
    ['contractJobs', 'contractJob', 'categoryContracts', 'categoryContractSuppliers'].map(
      (slot) => [slot, sourced],
    ),
  ),
  ...Object.fromEntries(
    [
      'procurementPlan',
      'procurementEdit',
      'procurementUpload',
      'procurementItemAdd',
      'procurementItem',
    ].map((slot) => [slot, procured]),
  ),
  // A draft is written by its author; what was sent is answered by its supplier.
  contractUpdate: (ask, row) =>
    contractOf(row.app === 'supplier' ? '&status=sent' : '&status=draft')(ask, row),
  contractApprove: contractOf('&status=internal_review'),
  platformContractUpdate: contractOf('&platform=true&status=draft'),
  pastContracts: past,
  pastContract: past,
  pastPerformance: contractOf('&status=active'),
  contractReportProgress: one('/tasks', 'taskId', (x) => x.path.includes('/report/progress/')),
  signedUpload: contractOf('&status=approved'),
  contractCategoryEdit: one('/contract-categories', 'categoryId'),
  worldSupplier: one('/world/suppliers', 'supplierId'),
  withdraw: bidOf((x) => x.status === 'submitted' && x.category_status === 'open'),
  category: bidOf((x) => x.status === 'draft'),
  findOpening: one(
    '/letters/jobs',
    'categoryId',
    () => true,
    (x) => x.category_id,
  ),
}

/** Screens that do nothing but lead on, with the slots that they lead to. */
const LEADS = {
  findOpening: ['opening', 'ranking', 'categoryLetters'],
  category: ['bid', 'financial'],
}
// What a letter will say is the buyer's; the operator is led to the one that went out.
const OPERATOR_LEADS = { previewAward: ['letter'], previewRegret: ['letter'] }
/** The slots that a row leads to, or nothing where it shows itself. */
export const leadsOf = ({ app, slot }) =>
  LEADS[slot] ?? (app === 'operator' ? OPERATOR_LEADS[slot] : undefined)

/** What a row's address needs, as somebody's lists tell it; nothing where they have no such thing. */
export const find = async (ask, row) => {
  const found =
    row.app === 'supplier' && row.ofActivity
      ? await drafted(ask, row)
      : row.of && row.ofActivity
        ? await (RECORDS[row.slot] ?? written)(ask, row)
        : {}
  if (!found) return undefined
  for (const name of params(row.path)) {
    if (found[name]) continue
    const look = CERTAIN[row.slot] ?? OWN_THINGS[row.app]?.[name] ?? THINGS[name]
    Object.assign(found, await look?.(ask, row))
    if (!found[name]) return undefined
  }
  return found
}

/** Screens that need something which a list does not tell, with the specs that drive them. */
const ELSEWHERE = [
  { path: '/set-password/{uidb64}/{token}', why: 'a token of one use, mailed', spec: 'account' },
  { path: '/activate-account', why: 'a token of one use, mailed', spec: 'account' },
  {
    path: '/tenders/{jobId}',
    why: 'nobody signed in whose list could tell of one',
    spec: 'tenders',
  },
  {
    path: '/verification-code',
    why: 'a session that waits for its second factor',
    spec: 'sessions',
  },
  {
    path: '/supplier/payment/cards/cpp/return/processing/{tx_ref}/',
    why: 'the way back from a payment that is open',
    spec: 'payments',
  },
  ...['c/{cartCode}', 'd/{cartCode}', 'd/return/processing'].map((rest) => ({
    path: `/supplier/payment/cards/${rest}`,
    why: 'for whoever has the link of an order, without an account',
    spec: 'payments',
  })),
  {
    path: '/{product}/payment_disputes/view/{id}',
    why: 'money that a payer’s bank asks back',
    spec: 'disputes',
  },
  {
    path: '/{product}/payment_refunds/view/{id}',
    why: 'money that was paid, and is asked back',
    spec: 'refunds',
  },
  {
    app: 'operator',
    slot: 'conductEvaluation',
    why: 'a person of the operator who has declared',
    spec: 'policy',
  },
  {
    app: 'operator',
    slot: 'scoreQuestions',
    why: 'a person of the operator who has declared',
    spec: 'policy',
  },
]
/** Whether a row is one of them. */
export const elsewhere = (row) =>
  ELSEWHERE.find(({ path, app, slot }) =>
    path ? path === row.path : app === row.app && slot === row.slot,
  )
