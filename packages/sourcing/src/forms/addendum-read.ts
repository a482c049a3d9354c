// What an author of an addendum has read: what was left as it was is no change, also where somebody else has changed it.
import type { Schemas } from '@zabuni/api/desk'
import { short } from '@zabuni/i18n/decimal'
import { toWall } from '@zabuni/i18n/zone'

type Found = Schemas['CategoryDetails']
type Item = Schemas['ItemChange']
type Question = Schemas['QuestionChange']

/** What may be changed of a category, as it was read. */
export type Read = {
  version: number
  closes_at: string
  instructions: string
  items: Item[]
  questions: Question[]
}

/** What is typed upon it; what goes is marked beside. */
type Typed = Omit<Read, 'version' | 'items' | 'questions'> & {
  items: (Item & { gone: boolean })[]
  questions: (Question & { gone: boolean })[]
}

/** Every question of a category. */
export const questionsOf = (found: Pick<Found, 'sections'>) =>
  found.sections.flatMap((s) => s.questions)

/** What may be changed of a category as it is. */
export const readOf = (found: Found): Read => ({
  version: found.version,
  closes_at: toWall(found.closes_at, found.timezone),
  instructions: found.instructions,
  items: found.items.map(({ id, description, unit, quantity }) => ({
    id,
    description,
    unit,
    quantity: short(quantity),
  })),
  questions: questionsOf(found).map(({ id, prompt, help, must_answer }) => ({
    id,
    prompt,
    help,
    must_answer,
  })),
})

/** The values of an addendum that changes nothing. */
export const unchanged = ({ closes_at, instructions }: Read): Typed => ({
  closes_at,
  instructions,
  items: [],
  questions: [],
})

/** What is typed, but that its members are as they are now where they were left as they were read. */
const merged = <N extends object, T extends N>(typed: T, was: N | undefined, now: N): T => ({
  ...typed,
  ...Object.fromEntries(
    Object.entries(now).map(([key, value]) => {
      const mine = typed[key as keyof N]
      return [key, was && mine !== was[key as keyof N] ? mine : value]
    }),
  ),
})

const followedEach = <N extends { id: string }, T extends N>(typed: T[], was: N[], now: N[]): T[] =>
  typed.flatMap((x) => {
    const is = now.find((y) => y.id === x.id)
    return is
      ? [
          merged(
            x,
            was.find((y) => y.id === x.id),
            is,
          ),
        ]
      : []
  })

/** What was typed after a category was read, on the category as it reads now. */
export const followed = (typed: Typed & { read: Read }, now: Read): Typed => ({
  closes_at: typed.closes_at === typed.read.closes_at ? now.closes_at : typed.closes_at,
  instructions:
    typed.instructions === typed.read.instructions ? now.instructions : typed.instructions,
  items: followedEach(typed.items, typed.read.items, now.items),
  questions: followedEach(typed.questions, typed.read.questions, now.questions),
})
