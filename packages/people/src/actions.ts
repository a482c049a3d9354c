import { useTranslation } from '@zabuni/i18n'
import type { Area } from './queries.ts'

// Each area that the server knows must stand here: a filter without one hides what was done there.
const areas: Record<Area, true> = {
  identity: true,
  sourcing: true,
  payment: true,
  bidding: true,
  opening: true,
  assurance: true,
  diligence: true,
  evaluation: true,
  award: true,
  contract: true,
  project: true,
  report: true,
  party: true,
  catalog: true,
  task: true,
  notify: true,
  support: true,
  watch: true,
}

/** First parts of the actions, as filters. */
export const AREAS = Object.keys(areas) as Area[]

/** The words of an audited action; one that has none yet is shown as it was recorded. */
export const useActionWords = () => {
  const { t, i18n } = useTranslation('people')
  return (action: string): string => {
    const key = `actions.${action}`
    return i18n.exists(key, { ns: 'people' })
      ? t(key as 'actions.identity.login.completed')
      : action
  }
}
