import i18next from 'i18next'

/**
 * A script that is on its way, given once the words that it says have come as well: `words` names their namespaces, with
 * spaces between. Words that do not come keep nobody waiting for good: whoever draws them says so. The build writes the
 * calls (config/src/ahead.mjs).
 */
export const withWords = async <T>(script: Promise<T>, words: string): Promise<T> => {
  const said = words ? i18next.loadNamespaces(words.split(' ')) : undefined
  const module = await script
  await said
  return module
}
