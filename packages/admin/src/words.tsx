import { ACTIVITIES, MODULE_OF } from '@zabuni/activities/activity'
import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'

const OWN = ['contracts', 'archive'] as const
/** A module in words: the activities that a company has by it, or its own name. */
export const useModuleName = () => {
  const { t } = useTranslation('admin')
  const words = useWords()
  return (module: string): string => {
    const own = OWN.find((name) => name === module)
    if (own) return t(`modules.names.${own}`)
    const activities = ACTIVITIES.filter((activity) => MODULE_OF[activity] === module)
    return activities.map((activity) => words(activity, 'name')).join(', ') || module
  }
}
