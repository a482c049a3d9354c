import { useTranslation } from '@zabuni/i18n'
import { useCallback } from 'react'
import { type Activity, isActivity } from './activity.ts'

/** What is said of each activity; nowhere else does a sentence name one. */
export type Word = 'name' | 'list' | 'create' | 'edit' | 'this' | 'emptyTitle' | 'emptyBody'

/** The words of activities; one that has none here keeps the server's name. */
export const useWords = () => {
  const { t } = useTranslation('activities')
  return useCallback(
    (activity: Activity | string, word: Word): string =>
      isActivity(activity) ? t(`words.${activity}.${word}`) : activity,
    [t],
  )
}
