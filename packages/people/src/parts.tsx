import { useTranslation } from '@zabuni/i18n'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import type { ReactNode } from 'react'
import { usePlace } from './place.ts'
import type { User } from './queries.ts'

/** Where an account may stand. */
export const STATUSES = ['registered', 'invited', 'active', 'deactivated', 'deleted'] as const
const TONES: Record<User['status'], Tone> = {
  registered: 'warn',
  invited: 'info',
  active: 'ok',
  deactivated: 'bad',
  deleted: 'neutral',
}

/** Where an account stands, in a word. */
export const StatusBadge = ({ status }: { status: User['status'] }) => {
  const { t } = useTranslation('people')
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
}

/** Users, roles and what they did. */
const PeopleTabs = () => {
  const { t } = useTranslation('people')
  const { href, buyerId } = usePlace()
  return (
    <Tabs
      label={t('tabs.label')}
      items={[
        { to: href('users', { buyerId }), label: t('tabs.users') },
        { to: href('roles', { buyerId }), label: t('tabs.roles') },
        { to: href('logs', { buyerId }), label: t('tabs.logs') },
      ]}
    />
  )
}

/** The frame of the three lists; the operator's people read under the title whose they are. */
export const PeoplePage = ({
  title,
  note,
  company,
  actions,
  children,
}: {
  title: string
  note: string
  company?: string | undefined
  actions: ReactNode
  children: ReactNode
}) => {
  const { scope } = usePlace()
  return (
    <Page
      title={title}
      subtitle={('buyer_id' in scope ? company : undefined) ?? note}
      actions={actions}
    >
      <PeopleTabs />
      {children}
    </Page>
  )
}
