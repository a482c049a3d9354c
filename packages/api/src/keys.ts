// The names by which what was read is kept, the thing first: whoever changes a category makes all that any domain
// has read of it be read again, without knowing those domains.

const sourcing = ['sourcing'] as const
const companies = ['companies'] as const
const payment = ['payment'] as const
const account = ['account'] as const
const people = ['people'] as const
const contracts = ['contracts'] as const
const suppliers = ['suppliers'] as const
const profile = ['profile'] as const
const reference = ['core'] as const
const mail = ['mail'] as const
const open = ['open'] as const

/** What reads are kept under. */
export const keys = {
  /** Jobs and all that is in them. */
  sourcing,
  /** Lists of jobs, whatever they are for. */
  jobs: [...sourcing, 'jobs'] as const,
  job: (id: string) => [...sourcing, 'job', id] as const,
  category: (id: string) => [...sourcing, 'category', id] as const,
  /** Kinds of supply as a category takes its criteria from them. */
  typeCriteria: (id: string) => [...sourcing, 'typeCriteria', id] as const,
  /** In what activities differ; it changes only with a release. */
  policies: ['activities'] as const,
  /** What suppliers find open. */
  open,
  openCompanies: [...open, 'companies'] as const,
  bids: ['bids'] as const,
  bid: (category: string) => ['bid', category] as const,
  /** What was answered to the same elsewhere; a bid that is read anew brings it along. */
  earlier: (category: string) => ['bid', category, 'earlier'] as const,
  bidPapers: (category: string) => ['bid', category, 'papers'] as const,
  bidResult: (id: string) => ['bid', 'result', id] as const,
  bidPrice: (id: string) => ['bid', 'price', id] as const,
  /** A photograph never changes: it outlives what is read of its visit. */
  visitPhoto: (submission: string, photo: string) => ['visit', submission, photo] as const,
  itemPhoto: (item: string, photo: string) => ['item', item, photo] as const,
  /** A round trip, for the clock. */
  ping: (of: string) => ['ping', of] as const,
  /** What one person has of its own. */
  account,
  notifications: [...account, 'notifications'] as const,
  /** Users, roles and what they did. */
  people,
  contracts,
  /** Companies as buyers and staff look at them. */
  suppliers,
  /** A company as it describes itself. */
  profile,
  /** Countries and places. */
  countries: [...reference, 'countries'] as const,
  places: (country: string) => [...reference, 'places', country] as const,
  task: (id: string) => ['task', id] as const,
  mailTemplates: [...mail, 'templates'] as const,
  mailLedger: [...mail, 'ledger'] as const,
  /** How the platform itself is. */
  platform: ['platform'] as const,
  /** Figures of a whole house. */
  figures: ['figures'] as const,
  payment,
  cart: [...payment, 'cart'] as const,
  /** Companies as those see them who administer them. */
  companies,
  buyers: [...companies, 'buyers'] as const,
  letters: ['letters'] as const,
  /** A register of risks. */
  risks: ['risks'] as const,
  /** Plans of projects. */
  plans: ['plans'] as const,
  /** Plans of procurement. */
  procurement: ['procurement'] as const,
  /** Meetings, and the link by which a calendar elsewhere reads them. */
  meetings: ['meetings'] as const,
  /** What is kept of finished jobs. */
  archive: ['archive'] as const,
} as const
