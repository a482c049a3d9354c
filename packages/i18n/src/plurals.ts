/**
 * Sentences with a form for every number of their language. French and Portuguese say
 * a million in a form of its own ("un million de"), which differs from that of other
 * numbers only where a sentence says so: else the other form stands for it, and not the
 * sentence of another language.
 */
export const inAllNumbers = (
  language: string,
  words: Record<string, unknown>,
): Record<string, unknown> => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const fill = (from: Record<string, unknown>): Record<string, unknown> => {
    const out: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(from)) {
      out[key] = value && typeof value === 'object' ? fill(value as typeof from) : value
      if (!key.endsWith('_other')) continue
      for (const form of forms) out[key.replace(/other$/, form)] ??= value
    }
    return out
  }
  return fill(words)
}
