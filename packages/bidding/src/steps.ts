import { useTranslation } from '@zabuni/i18n'
import { useSearchParams } from 'react-router'
import { hrefOf, type Slot, useSlot } from './activities.ts'
import type { Section } from './queries.ts'
import type { Gap, Work } from './use-draft.ts'

/** One part of a bid in the order in which it is worked through. */
export type Step = {
  key: string
  kind: 'section' | 'financial' | 'review'
  label: string
  to: string
  section?: Section
  /** Of mandatory things that are there, and that must be. */
  done: number
  total: number
}

const withQuery = (path: string, query: string) => (query ? `${path}?${query}` : path)

/** Where one can repair what is missing. */
export const gapHref = (steps: readonly Step[], gap: Gap): string => {
  const step = steps.find((s) =>
    gap.section ? s.section?.id === gap.section.id : s.kind === 'financial',
  )
  const id = gap.question?.id ?? gap.line?.item_id
  return step ? `${step.to}#at-${id}` : ''
}

/** The steps of a bid, and which one is shown: the screen says the kind, the address the section. */
export const useSteps = ({ bid, answered, price }: Work): { steps: Step[]; at: number } => {
  const { t } = useTranslation('bidding')
  const { activity, slot } = useSlot()
  const [params] = useSearchParams()
  const category = { categoryId: bid.category_id }
  const href = (s: Slot) => hrefOf(activity, s, category)
  const questions = href('bid')
  const prices = (slot === 'advanced' ? href('advanced') : null) ?? href('financial')
  const steps: Step[] = []
  if (questions)
    for (const section of bid.sections) {
      const must = section.questions.filter((q) => q.must_answer)
      steps.push({
        key: section.id,
        kind: 'section',
        label: section.name,
        to: withQuery(questions, `section=${section.id}`),
        section,
        done: must.filter(answered).length,
        total: must.length,
      })
    }
  if (prices && bid.lines.length)
    steps.push({
      key: 'financial',
      kind: 'financial',
      label: t('steps.financial'),
      to: prices,
      done: bid.lines.filter((l) => price(l).unit_price).length,
      total: bid.lines.length,
    })
  const review = href('preview')
  steps.push({
    key: 'review',
    kind: 'review',
    label: t('steps.review'),
    to: review ?? withQuery(questions ?? prices ?? '', 'step=review'),
    done: 0,
    total: 0,
  })
  const wanted =
    slot === 'preview' || params.get('step') === 'review'
      ? 'review'
      : slot === 'financial' || slot === 'advanced'
        ? 'financial'
        : (params.get('section') ?? steps[0]?.key)
  const at = steps.findIndex((s) => s.key === wanted)
  return { steps, at: Math.max(at, 0) }
}
