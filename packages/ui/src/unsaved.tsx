import { useTranslation } from '@zabuni/i18n'
import { useBeforeUnload, useBlocker } from 'react-router'
import { AskDialog } from './ask.tsx'
import { isLeaving } from './kept.tsx'

/** Asks before a form with unsaved changes is left. */
export const UnsavedGuard = ({ when }: { when: boolean }) => {
  const { t } = useTranslation(['common', 'console'])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((e) => {
    if (when && !isLeaving()) e.preventDefault()
  })
  return (
    <AskDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      send={() => blocker.proceed?.()}
      title={t('console:form.unsavedTitle')}
      description={t('console:form.unsavedBody')}
      action={t('actions.discard')}
      danger
    />
  )
}
