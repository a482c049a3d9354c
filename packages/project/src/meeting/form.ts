/** The zones that are offered; whatever a meeting has is offered beside them. */
export const ZONES: readonly string[] =
  typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : ['UTC']

/** The field of a fault: who is asked stands in one list on the wire, in three on the screen. */
export const pointerOf = (pointer: string, sent: { people: number; suppliers: number }): string => {
  const [, first = '', index = '', ...rest] = pointer.split('/')
  if (first !== 'attendees' || !/^\d+$/.test(index))
    return first === 'attendees' ? 'people' : pointer.slice(1).replaceAll('/', '.')
  const at = Number(index)
  if (at < sent.people) return 'people'
  if (at < sent.people + sent.suppliers) return 'suppliers'
  return ['guests', at - sent.people - sent.suppliers, rest[0] ?? 'email'].join('.')
}
