import { type Address, to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { useSearchParams } from 'react-router'
import type { Section } from './queries.ts'
import type { Gap, Work } from './use-draft.ts'

/** One part of a bid in the order in which it is worked through. */
export type Step = {
  key: string
  kind: 'section' | 'financial' | 'review'
  label: string
  to: Address
  section?: Section
  /** Of mandatory things that are there, and that must be. */
  done: number
  total: number
}

/** Where one can repair what is missing. */
export const gapHref = (steps: readonly Step[], gap: Gap): Address | null => {
  const step = steps.find((s) =>
    gap.section ? s.section?.id === gap.section.id : s.kind === 'financial',
  )
  const id = gap.question?.id ?? gap.line?.item_id
  return to(step?.to ?? null, { hash: `at-${id}` })
}

/** The steps of a bid, and which one is shown: the screen says the kind, the address the section. */
export const useSteps = ({
  bid,
  answered,
  price,
  prices: needed,
}: Work): { steps: Step[]; at: number } => {
  const { t } = useTranslation('bidding')
  const { slot, ids, href } = useHere()
  const [params] = useSearchParams()
  const category = { categoryId: bid.category_id }
  const questions = href('bid', category)
  const prices =
    (slot === 'advanced' ? href('advanced', category) : null) ?? href('financial', category)
  const steps: Step[] = []
  for (const section of bid.sections) {
    const way = href('bid', { ...category, sectionId: section.id })
    if (!way) continue
    const must = section.questions.filter((q) => q.must_answer)
    steps.push({
      key: section.id,
      kind: 'section',
      label: section.name,
      to: way,
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
      done: Math.min(bid.lines.filter((l) => price(l).unit_price).length, needed),
      total: needed,
    })
  const review = href('preview', category) ?? to(questions ?? prices, { query: { step: 'review' } })
  if (review)
    steps.push({
      key: 'review',
      kind: 'review',
      label: t('steps.review'),
      to: review,
      done: 0,
      total: 0,
    })
  const wanted =
    slot === 'preview' || params.get('step') === 'review'
      ? 'review'
      : slot === 'financial' || slot === 'advanced'
        ? 'financial'
        : ids.sectionId || steps[0]?.key
  const at = steps.findIndex((s) => s.key === wanted)
  return { steps, at: Math.max(at, 0) }
}
