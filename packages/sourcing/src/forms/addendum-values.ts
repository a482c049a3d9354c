import type { Schemas } from '@zabuni/api/desk'
import { newId } from '@zabuni/api/new-id'
import { fromWall } from '@zabuni/i18n/zone'
import { type Read, readOf, unchanged } from './addendum-read.ts'

/** A category as its authors see it. */
export type Found = Schemas['CategoryDetails']
type Form = Schemas['AddendumForm']
type Type = Schemas['AddedQuestion']['response_type']
type Values = {
  id: string
  /** What it was written upon. */
  read: Read
  title: string
  text: string
  closes_at: string
  instructions: string
  items: (Schemas['ItemChange'] & { gone: boolean })[]
  questions: (Schemas['QuestionChange'] & { gone: boolean })[]
  new_items: { number: string; description: string; unit: string; quantity: string }[]
  new_questions: {
    section_id: string
    prompt: string
    help: string
    response_type: Type
    /** One a line. */
    options: string
    must_answer: boolean
    goes_qa: boolean
  }[]
  files: { id: string; name: string; size: number }[]
  gone: Record<string, boolean>
  /** Has no value: where errors are shown that belong to no field. */
  other: string
}

/** What is typed of an addendum. */
export type AddendumValues = Values

/** The kinds of answers that a question without a score can have, and which of them list choices. */
export const TYPES: readonly { type: Type; options?: true }[] = [
  { type: 'text' },
  { type: 'textbox' },
  { type: 'number' },
  { type: 'yes_no' },
  { type: 'selection', options: true },
  { type: 'checkboxes', options: true },
  { type: 'file_upload' },
]

/** An addendum that says nothing yet. */
export const blank = (found: Found, read = readOf(found)): Values => ({
  id: newId(),
  read,
  title: '',
  text: '',
  ...unchanged(read),
  new_items: [],
  new_questions: [],
  files: [],
  gone: {},
  other: '',
})

const kept = <T extends { gone: boolean }>(all: readonly T[]) => all.filter((x) => !x.gone)
const gone = <T extends { id: string; gone: boolean }>(all: readonly T[]) =>
  all.filter((x) => x.gone).map((x) => x.id)

/** The same as it is sent. */
export const bodyOf = (found: Found, values: Values): Form => {
  const zone = found.timezone
  const closes = fromWall(values.closes_at, zone)
  const { title, text, instructions, read } = values
  return {
    title,
    text,
    version: read.version,
    items: kept(values.items).map(({ id, description, unit, quantity }) => ({
      id,
      description,
      unit,
      quantity,
    })),
    gone_items: gone(values.items),
    questions: kept(values.questions).map(({ id, prompt, help, must_answer }) => ({
      id,
      prompt,
      help,
      must_answer,
    })),
    gone_questions: gone(values.questions),
    new_items: values.new_items,
    new_questions: values.new_questions.map(({ options, ...question }) => ({
      ...question,
      options: TYPES.find((x) => x.type === question.response_type)?.options
        ? options
            .split('\n')
            .map((label) => label.trim())
            .filter(Boolean)
        : [],
    })),
    attachments: values.files.map((x) => x.id),
    gone_attachments: found.attachments.filter((x) => values.gone[x.id]).map((x) => x.id),
    ...(closes === fromWall(read.closes_at, zone) ? {} : { closes_at: closes }),
    ...(instructions.trim() === read.instructions.trim() ? {} : { instructions }),
  }
}

const OWN = ['title', 'text', 'instructions', 'closes_at', 'new_items', 'new_questions']

/** Where in the form stands what the server points to: it counts what stays and what goes apart. */
export const fieldOf = (pointer: string, values: Values): string => {
  const [list = '', at = '', ...rest] = pointer.replace(/^\//, '').split('/')
  const nth = (all: readonly { gone: boolean }[], isGone: boolean) =>
    all.findIndex((x) => x === all.filter((y) => y.gone === isGone)[Number(at)])
  switch (list) {
    case 'items':
    case 'questions': {
      const i = at ? nth(values[list], false) : -1
      return i < 0 ? 'other' : [list, i, ...rest].join('.')
    }
    case 'gone_items':
    case 'gone_questions': {
      const of = list === 'gone_items' ? 'items' : 'questions'
      const i = nth(values[of], true)
      return i < 0 ? 'other' : `${of}.${i}.gone`
    }
    case 'attachments':
    case 'gone_attachments':
      return 'files'
    case 'new_questions':
      if (rest[0] === 'options') return `${list}.${at}.options`
  }
  return OWN.includes(list) && (at || !list.startsWith('new_'))
    ? [list, at, ...rest].filter(Boolean).join('.')
    : 'other'
}
