import { addressOf, mapOf } from '@zabuni/activities/address'
import type { Href } from '@zabuni/activities/ui/here'
import { ApiError } from '@zabuni/api/error'
import { describe, expect, it } from 'vitest'
import lint from '../../../core/sourcing/lint.go?raw'
import errors from '../../i18n/src/locales/en/errors.json'
import { placeOf, refusals, splitPointer } from './findings.ts'
import { sourcingRows } from './routes.ts'

const map = mapOf(sourcingRows('buyer'))
const href: Href = (slot, ...[values]) => addressOf(map, 'tender', slot, values)
const section = {
  id: 's1',
  name: 'Documents',
  description: '',
  questions: [{ id: 'q1', section_id: 's1', prompt: 'Tax certificate?' }],
}
const category = {
  id: 'c1',
  job_id: 'j1',
  name: 'Centrifuges',
  sections: [section],
  items: [{ id: 'i1', number: '7' }],
} as unknown as Parameters<typeof placeOf>[1]

describe('placeOf', () => {
  it.each([
    ['/closes_at', 'terms', '', '/company/tender/edit/category/j1/c1#closes_at'],
    ['/technical_weight', 'terms', '', '/company/tender/edit/category/j1/c1#technical_weight'],
    ['/sections', 'criteria', '', '/company/tender/category/details/j1/c1?tab=criteria'],
    ['/sections/s1', 'section', 'Documents', '/company/tender/section/questions/c1/s1'],
    ['/sections/s1/weight', 'section', 'Documents', '/company/tender/edit/section/j1/c1/s1#weight'],
    [
      '/questions/q1/options/0/score',
      'question',
      'Tax certificate?',
      '/company/tender/edit/question/s1/q1?category=c1#options.0.score',
    ],
    ['/intake/every', 'intake', '', '/company/tender/category/details/j1/c1#intake'],
    ['/items/i1/quantity', 'items', '7', '/company/tender/financial/details/j1/c1#i1'],
  ])('%s is found in %s', (pointer, part, name, to) => {
    expect(placeOf(pointer, category, href)).toEqual({ part, name, to })
  })
  it('hides the way where the desk has no such screen', () => {
    const none: Href = () => null
    expect(placeOf('/closes_at', category, none).to).toBeNull()
    expect(placeOf('/questions/gone', category, none).to).toBeNull()
  })
})

describe('refusals', () => {
  const problem = (code: string) => ({
    type: '',
    title: '',
    status: 422,
    code,
    errors: [{ pointer: '/categories/c1/sections', code: 'lint.no_sections' }],
  })
  it('are read out of a refused publishing', () => {
    expect(refusals(new ApiError(422, problem('sourcing.not_ready')))).toEqual([
      { pointer: '/categories/c1/sections', code: 'lint.no_sections', blocking: true },
    ])
  })
  it('are none of another failure', () => {
    expect(refusals(new ApiError(409, problem('sourcing.illegal_move')))).toBeNull()
    expect(refusals(new Error('lost'))).toBeNull()
  })
  it('name their category', () => {
    expect(splitPointer('/categories/c1/sections')).toEqual({
      categoryId: 'c1',
      rest: '/sections',
    })
    expect(splitPointer('/closes_at')).toEqual({ categoryId: null, rest: '/closes_at' })
  })
})

describe('words', () => {
  const codes = [...lint.matchAll(/(Lint\w+)\s+= "(lint\.\w+)"/g)]
  it('there are findings to have words for', () => expect(codes.length).toBeGreaterThan(25))
  it.each(codes.map(([, name = '', code = '']) => [code, name] as const))(
    '%s has its sentence, which asks for no figure that is not sent',
    (code, name) => {
      const text = (errors as Record<string, string>)[code]
      expect(text).toBeTruthy()
      const sent = lint.split('\n').filter((line) => line.includes(`${name}, `))
      for (const [, figure] of text?.matchAll(/\{\{(\w+)\}\}/g) ?? [])
        for (const line of sent) expect(line).toContain(`"${figure}"`)
    },
  )
})
