import type { Schemas } from '@zabuni/api/desk'
import { short } from '@zabuni/i18n/decimal'

type Rule = Schemas['ResponseType']
/** What the form of a question holds: all as typed. */
export type QuestionValues = {
  section_id: string
  prompt: string
  help: string
  response_type: Rule['type']
  must_answer: boolean
  goes_qa: boolean
  goes_dd: boolean
  scored: boolean
  max_score: string
  min_score: string
  options: { label: string; score: string }[]
  bands: { lower: string; upper: string; score: string }[]
}

const text = (value: string | undefined) => (value === undefined ? '' : short(value))

/** The values of a question that exists, or those of a new one. */
export const questionValues = (
  q: Schemas['Question'] | null,
  section_id: string,
): QuestionValues => ({
  section_id: q?.section_id ?? section_id,
  prompt: q?.prompt ?? '',
  help: q?.help ?? '',
  response_type: q?.response_type ?? 'yes_no',
  must_answer: q?.must_answer ?? true,
  goes_qa: q?.goes_qa ?? false,
  goes_dd: q?.goes_dd ?? false,
  scored: q?.scored ?? false,
  max_score: text(q?.max_score),
  min_score: text(q?.min_score),
  options: (q?.options ?? []).map((o) => ({ label: o.label, score: text(o.score) })),
  bands: (q?.bands ?? []).map((b) => ({
    lower: text(b.lower),
    upper: text(b.upper),
    score: text(b.score),
  })),
})

const score = (value: string) => (value.trim() ? { score: value.trim() } : {})

/** The values as the server takes them; what the kind of answer does not have is left out. */
export const questionBody = (
  v: QuestionValues,
  rule: Rule | undefined,
): Schemas['QuestionForm'] => {
  const optional = rule?.options || (rule?.fixed.length && v.scored)
  return {
    section_id: v.section_id,
    prompt: v.prompt,
    help: v.help,
    response_type: v.response_type,
    must_answer: v.must_answer,
    goes_qa: v.goes_qa,
    goes_dd: v.goes_dd,
    scored: v.scored,
    ...(v.scored && v.max_score.trim() ? { max_score: v.max_score.trim() } : {}),
    ...(v.scored && v.min_score.trim() ? { min_score: v.min_score.trim() } : {}),
    ...(optional
      ? { options: v.options.map((o) => ({ label: o.label, ...(v.scored ? score(o.score) : {}) })) }
      : {}),
    ...(rule?.bands && v.scored
      ? {
          bands: v.bands.map((b) => ({
            ...(b.lower.trim() ? { lower: b.lower.trim() } : {}),
            ...(b.upper.trim() ? { upper: b.upper.trim() } : {}),
            score: b.score.trim() || '0',
          })),
        }
      : {}),
  }
}
