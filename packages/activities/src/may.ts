import { session } from '@zabuni/api/session'
import { can, type Privilege, type UserType } from '@zabuni/routing/guard'
import { isActivity } from './activity.ts'
import { type Act, OWN, USUAL } from './rights.gen.ts'

/** The privilege by which people of a desk do something in an activity; none where they never do. */
export const rightOf = (type: UserType, of: string, act: Act): Privilege | undefined =>
  (isActivity(of) ? OWN[of]?.[type]?.[act] : undefined) ?? USUAL[type]?.[act]

/** Whether the signed-in person may do something in jobs of an activity; the server asks again. */
export const mayHere = (of: string, act: Act): boolean => {
  const who = session()
  const right = who && rightOf(who.user_type, of, act)
  return !!right && can(who, right)
}
