// A screen asks for its words only once it is drawn: then it goes again until they have come, and what was drawn in its
// place stands at least 300 ms (react's own throttle), once for each file of words. The build knows what a script says.

/** Words that the page starts with, or does without until they come. */
const THERE = new Set(['common', 'auth', 'errors'])
const LAZY = /\bimport\(\s*'([^']+)'\s*\)/g
const NAMED = /\buseTranslation\(\s*(\[[^\]]*\]|'\w+')/g
const PLACE = /@@words:([^@]+)@@/g

/** The namespaces that a file's text asks for by name. */
export const namespaces = (text) =>
  [...text.matchAll(NAMED)]
    .flatMap(([, names]) => [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name))
    .filter((name) => !THERE.has(name))

/** Everything that a module and what it imports for certain ask for; `about` tells of a module what it asks and imports. */
export const wordsOf = (id, about) => {
  const seen = new Set([id])
  const words = new Set()
  for (const at of seen) {
    const { asks, imports } = about(at)
    for (const name of asks) words.add(name)
    for (const next of imports) seen.add(next)
  }
  return [...words].sort()
}

/** Whatever is fetched lazily comes with its words, asked for at the same moment. */
export const wordsAhead = () => {
  const asks = new Map()
  const known = new Map()
  return {
    name: 'zabuni:words-ahead',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!/packages[\\/](?!i18n[\\/])\w[\w-]*[\\/]src[\\/].*\.tsx?$/.test(id)) return
      const own = namespaces(code)
      if (own.length) asks.set(id, own)
      const lazy = await Promise.all(
        [...code.matchAll(LAZY)].map(async ({ 0: text, 1: from, index }) => {
          const to = await this.resolve(from, id)
          return to && { text, index, to: to.id }
        }),
      )
      let told = code
      // From the end, so that the places before stay where they are.
      for (const one of lazy.reverse())
        if (one?.to.endsWith('.tsx'))
          told = `${told.slice(0, one.index)}withWords(${one.text},"@@words:${one.to}@@")${told.slice(one.index + one.text.length)}`
      if (told === code) return
      return {
        code: `import { withWords } from '@zabuni/i18n/with-words'\n${told}`,
        map: null,
      }
    },
    renderChunk(code) {
      const about = (id) => ({
        asks: asks.get(id) ?? [],
        imports: this.getModuleInfo(id)?.importedIds ?? [],
      })
      const told = code.replace(PLACE, (_, id) => {
        if (!known.has(id)) known.set(id, wordsOf(id, about).join(' '))
        return known.get(id)
      })
      return told === code ? null : { code: told, map: null }
    },
  }
}
