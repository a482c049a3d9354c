/** Names of the ':params' in a path, at the type level. */
export type ParamsOf<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | ParamsOf<`/${R}`>
  : P extends `${string}:${infer N}`
    ? N
    : never
/** A path with its parameters written in; a missing one is a defect and is thrown. */
export const fill = (
  path: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new Error(`Path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })

/** Two paths are the same route when they differ only in what their parameters are called. */
export const shape = (path: string): string =>
  path.replace(/(:\w+|\{\w+\})/g, '{}').replace(/(.)\/$/, '$1')

/** The parameters of a pathname under a pattern, or null. Before sign-in there is no router to ask. */
export const match = (pattern: string, pathname: string): Record<string, string> | null => {
  const want = pattern.split('/')
  const have = pathname.replace(/(.)\/$/, '$1').split('/')
  if (want.length !== have.length) return null
  const params: Record<string, string> = {}
  for (const [i, part] of want.entries()) {
    const value = have[i] ?? ''
    if (part.startsWith(':')) {
      if (!value) return null
      try {
        params[part.slice(1)] = decodeURIComponent(value)
      } catch {
        return null
      }
    } else if (part !== value) return null
  }
  return params
}
