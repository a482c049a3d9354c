/** What an address may name; a path writes it as `:jobId`, a query as `job=`. */
export const PARAMS = [
  'activity',
  'buyerId',
  'categoryId',
  'companyId',
  'contractId',
  'itemId',
  'jobId',
  'letterId',
  'listId',
  'meetingId',
  'parentId',
  'participantId',
  'planId',
  'questionId',
  'reportName',
  'riskId',
  'roleId',
  'sectionId',
  'supplierId',
  'taskId',
  'templateId',
  'userId',
] as const
/** One of them. */
export type Param = (typeof PARAMS)[number]
/** A slot's parameters; `'parentId?'` is one that may be left out. */
export type Params = Param | `${Param}?`

/**
 * The kinds of screens with their parameters. Each domain adds its own by declaration, so that all may lead to
 * each other's screens and none imports another.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the domains
export interface Slots {}
/** One kind of screen. */
export type Slot = keyof Slots

type Name<P> = P extends `${infer N}?` ? N : P
/** The names of a slot's parameters, whether they may be left out or not. */
export type NamesOf<P> = Extract<Name<P>, Param>
type Needed<P> = Extract<P, Param>
type Values<P> = { readonly [N in Needed<P>]: string } & {
  readonly [N in Exclude<NamesOf<P>, Needed<P>>]?: string | undefined
}
/** What the address of a slot asks for. */
export type Args<S extends Slot> = [Slots[S]] extends [never]
  ? []
  : [Needed<Slots[S]>] extends [never]
    ? [values?: Values<Slots[S]>]
    : [values: Values<Slots[S]>]
