// What only a few screens draw comes with them, never with the page: the build fails where somebody has brought it forward.

/** The heavy parts. */
const LATE =
  /packages[\\/](ui[\\/]src[\\/](gantt|calendar)\.tsx|suppliers[\\/]src[\\/]tie-drawing\.tsx|contracts[\\/]src[\\/]rich[\\/]editor\.tsx)$|node_modules[\\/](@tiptap|prosemirror-\w+|d3-\w+)[\\/]/
/** What stands before any screen: the page, and the frame of who is signed in. */
const EARLY = /apps[\\/]\w+[\\/](index\.html|src[\\/](main|console)\.tsx)$/

/** Everything that comes with the page or the frame, of what is late: names of modules. */
export const early = (chunks) => {
  const files = new Map(chunks.map((one) => [one.fileName, one]))
  const first = chunks.filter((one) => EARLY.test(one.facadeModuleId ?? ''))
  const there = new Set(first)
  for (const one of there)
    for (const name of one.imports) if (files.has(name)) there.add(files.get(name))
  return {
    first: first.length,
    found: [...there].flatMap((one) => one.moduleIds.filter((id) => LATE.test(id))),
    late: chunks.flatMap((one) => one.moduleIds).filter((id) => LATE.test(id)).length,
  }
}

/** Fails a build that brings late parts with the page. */
export const late = () => ({
  name: 'zabuni:late',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const { first, found, late } = early(chunks)
    if (first < 2 || !late) this.error('neither the page nor what is late is where it was')
    if (found.length) this.error(`comes with the page, not with its screen: ${found.join(', ')}`)
  },
})
