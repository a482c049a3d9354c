import type { Language } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import type { Choice } from '@zabuni/ui/combobox'
import type { Answers, Award, Beginning, Change, Contract } from './queries.ts'

/** How a contract begins: written or from a template, as a file that is there, by answering questions. */
export const WAYS = ['author', 'upload', 'questions'] as const
/** One of them. */
export type Way = (typeof WAYS)[number]

/** A contract as its form has it. */
export type Values = {
  buyer: Choice | null
  award: string
  number: string
  title: string
  description: string
  contract_date: string
  starts_on: string
  ends_on: string
  language: Language
  contract_category_id: string
  template: Choice | null
  counterparty: {
    outside: boolean
    company: Choice | null
    name: string
    country: string
    tax_id: string
    address: string
    email: string
  }
  currency: string
  value: string
  body: string
  file: { id: string; name: string; insertions: number; deletions: number; comments: number } | null
  pending_taken: boolean
  subject: Answers['matter']
  circumstances: NonNullable<Answers['circumstances']>
  risk: Answers['risk']
  assisted: boolean
  wish: string
  reason: string
}

/** An id that names nothing: the contract is of no category any more. */
const NONE = '00000000-0000-0000-0000-000000000000'

/** How a form names an award with its winner: one award may have several. */
export const awardKey = (a: Pick<Award, 'award_id' | 'supplier_id'>): string =>
  `${a.award_id} ${a.supplier_id}`

/** A form that nothing was typed into. */
export const fresh = (more: Pick<Values, 'language' | 'currency'> & Partial<Values>): Values => ({
  buyer: null,
  award: '',
  number: '',
  title: '',
  description: '',
  contract_date: '',
  starts_on: '',
  ends_on: '',
  contract_category_id: '',
  template: null,
  counterparty: {
    outside: false,
    company: null,
    name: '',
    country: '',
    tax_id: '',
    address: '',
    email: '',
  },
  value: '',
  body: '',
  file: null,
  pending_taken: false,
  subject: 'goods',
  circumstances: [],
  risk: 'low',
  assisted: false,
  wish: '',
  reason: '',
  ...more,
})

/** A contract that is there, as its form has it. */
export const valuesOf = (c: Contract): Values => ({
  ...fresh({ language: c.language, currency: c.currency }),
  number: c.number,
  title: c.title,
  description: c.description,
  contract_date: c.contract_date ?? '',
  starts_on: c.starts_on ?? '',
  ends_on: c.ends_on ?? '',
  contract_category_id: c.contract_category_id ?? '',
  counterparty: {
    outside: !c.counterparty.company_id,
    company: c.counterparty.company_id
      ? { id: c.counterparty.company_id, name: c.counterparty.name }
      : null,
    name: c.counterparty.company_id ? '' : c.counterparty.name,
    country: c.counterparty.company_id ? '' : c.counterparty.country,
    tax_id: c.counterparty.company_id ? '' : c.counterparty.tax_id,
    address: c.counterparty.company_id ? '' : c.counterparty.address,
    email: c.counterparty.company_id ? '' : c.counterparty.email,
  },
  value: short(c.value),
  body: c.body,
})

/** What an author says, whether the contract is there or not; an award has decided the rest. */
const said = (v: Values, ofAward: boolean): Omit<Change, 'version'> => {
  const { outside, company, ...party } = v.counterparty
  return {
    number: v.number,
    title: v.title,
    description: v.description,
    contract_date: v.contract_date,
    starts_on: v.starts_on,
    ends_on: v.ends_on,
    language: v.language,
    ...(ofAward
      ? {}
      : {
          currency: v.currency,
          value: v.value,
          ...(outside
            ? { counterparty: party }
            : company
              ? { counterparty: { company_id: company.id } }
              : {}),
        }),
    ...(v.file ? { file_id: v.file.id, pending_taken: v.pending_taken } : {}),
  }
}

/** What the answers of a form are. */
export const answersOf = ({ subject, circumstances, risk }: Values): Answers => ({
  matter: subject,
  circumstances,
  risk,
})

/** The same with what a model is asked to write. */
const assistedOf = (v: Values): Answers => ({
  ...answersOf(v),
  ...(v.assisted ? { assisted: true, wish: v.wish } : {}),
})

/** A contract as it is made. */
export const beginning = (v: Values, way: Way): Beginning => {
  const [award_id, supplier_id] = v.award.split(' ')
  return {
    ...said(way === 'upload' ? v : { ...v, file: null }, !!award_id),
    ...(v.contract_category_id ? { contract_category_id: v.contract_category_id } : {}),
    ...(v.buyer ? { buyer_id: v.buyer.id } : {}),
    ...(award_id && supplier_id ? { award_id, supplier_id } : {}),
    ...(way === 'questions' ? { answers: assistedOf(v) } : {}),
    ...(way === 'author'
      ? v.template
        ? { template_id: v.template.id }
        : v.body
          ? { body: v.body }
          : {}
      : {}),
  }
}

/** A draft as it is written anew; a text that nobody touched stays as it is. */
export const change = (v: Values, c: Contract): Omit<Change, 'version'> => {
  const { counterparty, ...form } = said(v, !!c.award_id)
  const same = JSON.stringify(v.counterparty) === JSON.stringify(valuesOf(c).counterparty)
  return {
    ...form,
    // Whoever it is made with may be closed by now: who stays is not chosen again.
    ...(counterparty && !same ? { counterparty } : {}),
    contract_category_id: v.contract_category_id || NONE,
    ...(v.body === c.body ? {} : { body: v.body }),
    reason: v.reason,
  }
}

const NAMES: Readonly<Record<string, string>> = {
  '/buyer_id': 'buyer',
  '/award_id': 'award',
  '/template_id': 'template',
  '/counterparty/company_id': 'counterparty.company',
  '/file_id': 'file',
  '/answers/matter': 'subject',
  '/answers/circumstances': 'circumstances',
  '/answers/risk': 'risk',
  '/answers/wish': 'wish',
}
/** Where the server's names differ from the form's. */
export const nameOf = (pointer: string): string =>
  NAMES[pointer] ?? pointer.slice(1).replaceAll('/', '.')
