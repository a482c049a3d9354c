import { useTranslation } from '@zabuni/i18n'

/** First parts of the actions, as filters. */
export const AREAS = [
  'identity',
  'sourcing',
  'payment',
  'bidding',
  'opening',
  'evaluation',
  'award',
  'contract',
  'report',
  'party',
  'catalog',
  'task',
  'notify',
  'support',
] as const

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
