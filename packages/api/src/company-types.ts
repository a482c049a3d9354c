/** The kinds of company, in the order in which screens offer them. */
export const COMPANY_TYPES = ['limited', 'sole', 'partnership', 'public', 'ngo', 'other'] as const
/** A kind of company. */
export type CompanyType = (typeof COMPANY_TYPES)[number]
