import { useTranslation } from '@zabuni/i18n'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import type { ReactNode } from 'react'

/** The frame of both screens about the platform itself. */
export const PlatformPage = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('platform')
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Tabs
        label={t('title')}
        items={[
          { to: '/zabuni/platform', label: t('health'), end: true },
          { to: '/zabuni/platform/tasks', label: t('tasks.title') },
        ]}
      />
      {children}
    </Page>
  )
}
