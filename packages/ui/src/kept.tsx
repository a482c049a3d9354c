// What is typed waits in this tab, under the name of the person who typed it: a reload, a lost session or another
// person at the same device takes nothing away and shows nothing to anybody else.
const PREFIX = 'zabuni.kept:'
// Of fields that nobody may find again in a tab. Where no screen asked for its form to be kept, a code is one by
// which people sign in; where one did, it is the reference of a job.
const SECRET = { always: /password|secret/i, unasked: /password|secret|code|proof/i }

let owner = ''
const nameOf = (key: string) => `${PREFIX}${owner}:${key}`

/** Sent to the window when the session has ended and the document is about to go. */
export const LEAVING = 'zabuni:leaving'
let leaving = false
if (typeof addEventListener === 'function')
  addEventListener(LEAVING, () => {
    leaving = true
  })
/** Whether the document goes because the session has ended: then nobody is asked whether to stay. */
export const isLeaving = (): boolean => leaving

/** Who keeps things on this device: the person who is signed in. */
export const keeper = (): string => owner

/** Names who types from now on; what others had typed in this tab is thrown away. */
export const keepFor = (user: string): void => {
  owner = user
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX) && !name.startsWith(nameOf(''))) sessionStorage.removeItem(name)
  } catch {
    // Nothing can be kept where storage is refused.
  }
}

/** What may be kept of these values, as text: no secrets, and no files. */
export const sayable = (values: object, which: keyof typeof SECRET): string =>
  JSON.stringify(values, (name, value) =>
    SECRET[which].test(name) || value instanceof Blob ? undefined : value,
  )

/** Keeps a form's values, as text. */
export const keep = (key: string, values: string): void => {
  try {
    sessionStorage.setItem(nameOf(key), values)
  } catch {
    // Storage refused: the form still works.
  }
}

/** What this person had typed; null where nothing usable was kept. */
export const keptOf = (key: string): object | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null')
    return kept && typeof kept === 'object' ? kept : null
  } catch {
    return null
  }
}

/** Forgets what was kept. */
export const forget = (key: string): void => {
  try {
    sessionStorage.removeItem(nameOf(key))
  } catch {
    // Nothing was kept.
  }
}
