import { type Address, to } from '@zabuni/activities/address'
import type { Href } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { ApiError } from '@zabuni/api/error'

type Category = Schemas['CategoryDetails']
/** Something that the author of a category should know, as the linter or a refused publishing tells it. */
export type Finding = {
  code: string
  pointer: string
  params?: Record<string, unknown> | undefined
  blocking: boolean
}

/** The part of a category that a finding is about; words are keys of sourcing.places. */
type Part = 'terms' | 'intake' | 'criteria' | 'section' | 'question' | 'items' | 'job'
/** Where the author goes to correct it. */
export type Place = { part: Part; name: string; to: Address | null }

/** The reasons of a refused publishing; null when it failed for another reason. */
export const refusals = (error: unknown): Finding[] | null =>
  error instanceof ApiError && error.problem?.code === 'sourcing.not_ready'
    ? (error.problem.errors ?? []).map((fault) => ({ ...fault, blocking: true }))
    : null

/** Splits "/categories/{id}/closes_at" into the category and the rest; a pointer without one is the category's own. */
export const splitPointer = (pointer: string): { categoryId: string | null; rest: string } => {
  const m = /^\/categories\/([^/]+)(\/.*)?$/.exec(pointer)
  return m ? { categoryId: m[1] ?? null, rest: m[2] ?? '' } : { categoryId: null, rest: pointer }
}

/** The place in a form: the field takes the focus when the screen opens. */
const field = (form: Address | null, name: string) => to(form, { hash: name })

/** The place that a pointer into a category means. */
export const placeOf = (
  pointer: string,
  c: Pick<Category, 'id' | 'job_id' | 'name' | 'sections' | 'items'>,
  href: Href,
): Place => {
  const ids = { jobId: c.job_id, categoryId: c.id }
  const [, part = '', id = '', ...rest] = pointer.split('/')
  const criteria = to(href('categoryDetails', ids), { query: { tab: 'criteria' } })
  if (part === 'sections') {
    const section = c.sections.find((s) => s.id === id)
    if (!section) return { part: 'criteria', name: '', to: criteria }
    const way =
      rest[0] === 'weight'
        ? field(href('sectionEdit', { ...ids, sectionId: id }), 'weight')
        : href('questions', { categoryId: c.id, sectionId: id })
    return { part: 'section', name: section.name, to: way }
  }
  if (part === 'questions') {
    const question = c.sections.flatMap((s) => s.questions).find((q) => q.id === id)
    const way = question
      ? href('questionEdit', {
          categoryId: c.id,
          sectionId: question.section_id,
          questionId: question.id,
        })
      : criteria
    return {
      part: 'question',
      name: question?.prompt ?? '',
      to: rest.length ? field(way, rest.join('.')) : way,
    }
  }
  if (part === 'intake')
    return { part, name: '', to: field(href('categoryDetails', ids), 'intake') }
  if (part === 'items') {
    const item = c.items.find((i) => i.id === id)
    return { part: 'items', name: item?.number ?? '', to: field(href('items', ids), id) }
  }
  return { part: 'terms', name: '', to: field(href('categoryEdit', ids), part) }
}
