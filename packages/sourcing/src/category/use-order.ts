import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { toast } from '@zabuni/ui/toast'
import {
  category,
  deleteQuestion,
  deleteSection,
  moveQuestion as sendQuestion,
  moveSection as sendSection,
} from '../queries.ts'

type Details = Schemas['CategoryDetails']
type Section = Schemas['Section']

/** A list with one of its members elsewhere. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, i) => i !== from)
  const one = list[from]
  return one === undefined ? [...list] : [...rest.slice(0, to), one, ...rest.slice(to)]
}

const moveSection = (sections: Section[], id: string, to: number): Section[] => {
  const parent = sections.find((s) => s.id === id)?.parent_id
  const siblings = sections.filter((s) => s.parent_id === parent)
  const ordered = moved(
    siblings,
    siblings.findIndex((s) => s.id === id),
    to,
  )
  return sections.map((s) => (s.parent_id === parent ? (ordered.shift() ?? s) : s))
}

const moveQuestion = (sections: Section[], id: string, to: number): Section[] =>
  sections.map((s) => {
    const from = s.questions.findIndex((q) => q.id === id)
    return from < 0 ? s : { ...s, questions: moved(s.questions, from, to) }
  })

/** Moves and removes sections and questions; what is seen changes at once and goes back when it was refused. */
export const useOrder = (found: Details) => {
  const { i18n } = useTranslation()
  const cache = useQueryClient()
  const { queryKey } = category(found.id)
  const run = useMutation({
    mutationFn: (work: {
      shown: (sections: Section[]) => Section[]
      send: () => Promise<unknown>
    }) => work.send(),
    onMutate: async ({ shown }) => {
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData(queryKey)
      if (before) cache.setQueryData(queryKey, { ...before, sections: shown(before.sections) })
      return { before }
    },
    onError: (error, _, context) => {
      if (context?.before) cache.setQueryData(queryKey, context.before)
      toast('bad', problemText(error, i18n))
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
  const category_id = found.id
  return {
    busy: run.isPending,
    moveSection: (id: string, position: number) =>
      run.mutate({
        shown: (sections) => moveSection(sections, id, position),
        send: () => sendSection(category_id, id, { position }),
      }),
    moveQuestion: (id: string, section_id: string, position: number) =>
      run.mutate({
        shown: (sections) => moveQuestion(sections, id, position),
        send: () => sendQuestion(category_id, id, { section_id, position }),
      }),
    removeSection: (id: string) =>
      run.mutateAsync({
        shown: (sections) => sections.filter((s) => s.id !== id && s.parent_id !== id),
        send: () => deleteSection(category_id, id),
      }),
    removeQuestion: (id: string) =>
      run.mutateAsync({
        shown: (sections) =>
          sections.map((s) => ({ ...s, questions: s.questions.filter((q) => q.id !== id) })),
        send: () => deleteQuestion(category_id, id),
      }),
  }
}
