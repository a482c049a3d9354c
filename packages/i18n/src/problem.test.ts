import { createInstance } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import errors from './locales/en/errors.json' with { type: 'json' }
import { actText, refusalText } from './problem.ts'

const i18n = createInstance()
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { errors } } }))

it('says of an RFQ what the specification says of who was not invited, and of others what fits them', () => {
  expect(refusalText('sourcing.not_invited', 'rfq', i18n)).toBe(
    'You were not invited to participate in this rfq.',
  )
  expect(refusalText('sourcing.not_invited', 'tender', i18n)).toBe(
    'You were not invited to take part in this category.',
  )
  expect(refusalText('entry.blacklisted', 'rfq', i18n)).toBe(errors['entry.blacklisted'])
})

it('says of an act without a form what is wrong with the field, unless the refusal has a sentence of its own', () => {
  const of = (code: string) => ({ problem: { code, errors: [{ code: 'field.required' }] } })
  expect(actText(of('invalid'), i18n)).toBe(errors['field.required'])
  expect(actText(of('assurance.uncontrolled'), i18n)).toBe(errors['assurance.uncontrolled'])
})
