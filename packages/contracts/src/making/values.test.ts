import { expect, it } from 'vitest'
import type { Contract } from './queries.ts'
import { beginning, change, fresh, nameOf, type Values, valuesOf } from './values.ts'

const typed = (more: Partial<Values> = {}): Values => ({
  ...fresh({ language: 'en', currency: 'KES' }),
  number: 'K/1',
  title: 'Pumps',
  value: '1500.50',
  ...more,
})
const outsider = {
  outside: true,
  company: null,
  name: 'Kisima',
  country: 'TZ',
  tax_id: 'T-1',
  address: 'Road 1',
  email: '',
}
const made = (more: Partial<Contract> = {}): Contract =>
  ({
    number: 'K/1',
    title: 'Pumps',
    description: '',
    language: 'en',
    currency: 'KES',
    value: '1500.5000',
    body: '{"type":"doc"}',
    buyer: {},
    counterparty: {
      company_id: 'c',
      name: 'Savanna',
      country: 'KE',
      tax_id: '',
      address: '',
      email: '',
    },
    ...more,
  }) as Contract

it('sends of each way what belongs to it', () => {
  const all = typed({
    template: { id: 't', name: 'Goods' },
    body: 'text',
    file: { id: 'f', name: 'a.pdf', insertions: 0, deletions: 0, comments: 0 },
    counterparty: { ...outsider, outside: false, company: { id: 's', name: 'Savanna' } },
  })
  const author = beginning(all, 'author')
  expect(author).toMatchObject({ template_id: 't', counterparty: { company_id: 's' } })
  expect(author).not.toHaveProperty('body')
  expect(author).not.toHaveProperty('file_id')
  expect(author).not.toHaveProperty('answers')
  expect(beginning({ ...all, template: null }, 'author')).toMatchObject({ body: 'text' })
  const upload = beginning(all, 'upload')
  expect(upload).toMatchObject({ file_id: 'f', pending_taken: false })
  expect(upload).not.toHaveProperty('template_id')
  expect(beginning(all, 'questions')).toMatchObject({
    answers: { matter: 'goods', circumstances: [], risk: 'low' },
  })
  expect(beginning(typed({ counterparty: outsider }), 'author').counterparty).toEqual({
    name: 'Kisima',
    country: 'TZ',
    tax_id: 'T-1',
    address: 'Road 1',
    email: '',
  })
})

it('says nothing of what an award has decided', () => {
  const of = beginning(typed({ award: 'a s', counterparty: outsider }), 'author')
  expect(of).toMatchObject({ award_id: 'a', supplier_id: 's' })
  for (const name of ['currency', 'value', 'counterparty']) expect(of).not.toHaveProperty(name)
  const c = made({ award_id: 'a' })
  for (const name of ['currency', 'value', 'counterparty'])
    expect(change(valuesOf(c), c)).not.toHaveProperty(name)
})

it('sends back neither a text nor a counterparty that nobody touched', () => {
  const c = made()
  const same = change(valuesOf(c), c)
  expect(same).not.toHaveProperty('body')
  expect(same).not.toHaveProperty('counterparty')
  expect(same.contract_category_id).toMatch(/^[0-]+$/)
  const other = change({ ...valuesOf(c), body: '{}', counterparty: outsider }, c)
  expect(other.body).toBe('{}')
  expect(other.counterparty).toMatchObject({ name: 'Kisima' })
})

it('finds the field of a fault', () => {
  expect(nameOf('/counterparty/company_id')).toBe('counterparty.company')
  expect(nameOf('/counterparty/tax_id')).toBe('counterparty.tax_id')
  expect(nameOf('/file_id')).toBe('file')
})
