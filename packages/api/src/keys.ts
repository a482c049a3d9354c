// The names by which what was read is kept, the thing first: whoever changes a category makes all that any domain
// has read of it be read again, without knowing those domains.

const sourcing = ['sourcing'] as const
const companies = ['companies'] as const
const payment = ['payment'] as const

/** What reads are kept under. */
export const keys = {
  /** Jobs and all that is in them. */
  sourcing,
  /** Lists of jobs, whatever they are for. */
  jobs: [...sourcing, 'jobs'] as const,
  job: (id: string) => [...sourcing, 'job', id] as const,
  category: (id: string) => [...sourcing, 'category', id] as const,
  bids: ['bids'] as const,
  payment,
  cart: [...payment, 'cart'] as const,
  /** Companies as those see them who administer them. */
  companies,
  buyers: [...companies, 'buyers'] as const,
  letters: ['letters'] as const,
} as const
