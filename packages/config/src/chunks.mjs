// Screens share hundreds of small modules. Left alone, each set of screens that shares some gets a file of its own, and a
// screen asks for sixty of them: on a slow line that costs more than what is in them.

/** So many screens make a module everybody's. */
const MANY = 48

/** All roots that reach a module by static imports: the page itself, and whatever is imported lazily. */
const roots = (ctx) => {
  const known = new Map()
  const about = (id) => {
    if (!known.has(id)) known.set(id, ctx.getModuleInfo(id))
    return known.get(id)
  }
  return (id) => {
    const seen = new Set([id])
    const found = []
    for (const at of seen) {
      const info = about(at)
      if (!info) continue
      if (info.isEntry || info.dynamicImporters.length) found.push(info)
      for (const above of info.importers) seen.add(above)
    }
    return found
  }
}

/**
 * What many screens share is two files: what screens before sign-in need as well, and the rest. What the page loads first
 * is a file before both, so that neither takes it along; what few share is left to the bundler.
 */
export const shared = () => {
  let of
  const group = (called, takes, priority) => ({
    name: (id, ctx) => {
      of ??= roots(ctx)
      return takes(of(id)) ? called : null
    },
    test: /\.(tsx?|m?js)$/,
    minShareCount: MANY,
    priority,
  })
  const door = (found) => found.some((root) => /packages[\\/]auth-screens[\\/]/.test(root.id))
  return [
    { name: 'first', tags: ['$initial'], priority: 15 },
    group('door', door, 12),
    group('desk', () => true, 10),
  ]
}
