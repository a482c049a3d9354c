import type { CompanyType } from '@zabuni/api/company-types'
import { i18n } from '@zabuni/i18n'

/** What the form holds; passwords are not in it, because it is kept across reloads. */
export type Registration = {
  company_type: CompanyType | ''
  name: string
  country: string
  location: string
  physical_address: string
  po_box: string
  phone: string
  tax_id: string
  website: string
  contact_name: string
  category_types: string[]
  first_name: string
  last_name: string
  email: string
  user_phone: string
  agree_terms: boolean
}
/** One sentence for each field at fault. */
export type Faults = Record<string, string>

/** The empty form. */
export const EMPTY: Registration = {
  company_type: '',
  name: '',
  country: '',
  location: '',
  physical_address: '',
  po_box: '',
  phone: '',
  tax_id: '',
  website: '',
  contact_name: '',
  category_types: [],
  first_name: '',
  last_name: '',
  email: '',
  user_phone: '',
  agree_terms: false,
}

const required = (draft: Registration, names: readonly (keyof Registration)[]): Faults =>
  Object.fromEntries(
    names
      .filter((name) => !String(draft[name]).trim())
      .map((name) => [name, i18n.t('field.required', { ns: 'errors', keySeparator: false })]),
  )

/** Whether a text can be a phone number at all: the server knows the lengths of each country. */
const isPhone = (text: string): boolean => /^\d{7,15}$/.test(plainPhone(text))
/** Digits only; spaces, dashes, brackets and a plus are how people write them. */
export const plainPhone = (text: string): string => text.replace(/[\s()+.-]/g, '')

const phoneFault = (name: string, value: string): Faults =>
  value.trim() && !isPhone(value)
    ? { [name]: i18n.t('form.phoneRule', { ns: 'common', example: '254701234567' }) }
    : {}

/** Faults of part one. */
export const checkCompany = (draft: Registration): Faults => ({
  ...required(draft, [
    'company_type',
    'name',
    'country',
    'location',
    'physical_address',
    'phone',
    'tax_id',
    'contact_name',
  ]),
  ...phoneFault('phone', draft.phone),
})

/** Faults of part two, passwords apart. */
export const checkUser = (draft: Registration): Faults => ({
  ...required(draft, ['first_name', 'last_name', 'email', 'user_phone']),
  ...(draft.email.trim() && !/^\S+@\S+\.\S+$/.test(draft.email.trim())
    ? { email: i18n.t('field.format', { ns: 'errors', keySeparator: false }) }
    : {}),
  ...phoneFault('user_phone', draft.user_phone),
})

/** The form's name of a field that the server points at. */
export const fieldOf = (pointer: string): string => {
  const parts = pointer.split('/').filter((part) => part && !/^\d+$/.test(part))
  const name = parts.at(-1) ?? ''
  return parts.includes('user') && name === 'phone' ? 'user_phone' : name
}
