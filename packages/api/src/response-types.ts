/** The kinds of answer, in the order in which screens offer them. */
export const RESPONSE_TYPES = [
  'text',
  'textbox',
  'selection',
  'checkboxes',
  'boolean',
  'true_false',
  'yes_no',
  'file_upload',
  'number',
] as const
/** How a question is answered. */
export type ResponseType = (typeof RESPONSE_TYPES)[number]

/** The words of the two answers of the kinds that have no options of their own. */
const FIXED = { yes: 'yes', no: 'no', true: 'true', false: 'false' } as const
/** One of those answers. */
export type FixedAnswer = keyof typeof FIXED
/** Whether an option is such an answer. */
export const isFixed = (label: string): label is FixedAnswer => Object.hasOwn(FIXED, label)

type Option = { label: string; score: string }

/** The options that a kind of answer needs: the fixed ones with the scores they had, or two to begin with. */
export const optionsFor = (
  rule: { options: boolean; fixed: readonly string[] } | undefined,
  now: readonly Option[],
): Option[] => {
  if (rule?.fixed.length)
    return rule.fixed.map((label) => ({
      label,
      score: now.find((o) => o.label === label)?.score ?? '',
    }))
  if (!rule?.options) return []
  const own = now.filter((o) => !isFixed(o.label))
  return own.length
    ? own
    : [
        { label: '', score: '' },
        { label: '', score: '' },
      ]
}
