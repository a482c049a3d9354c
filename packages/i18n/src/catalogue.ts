/** The sentences that no first screen needs, a chunk each. Their list is long, so it is a chunk of its own. */
export const files = import.meta.glob<{ default: Record<string, unknown> }>([
  './locales/*/*.json',
  '!./locales/*/common.json',
  '!./locales/*/auth.json',
])
