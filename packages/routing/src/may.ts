import { session } from '@zabuni/api/session'
import { can, type Privilege } from './guard.ts'

/** Whether the signed-in person holds a privilege; the server asks again. */
export const mayI = (privilege: Privilege): boolean => can(session(), privilege)
