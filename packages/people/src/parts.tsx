import { useTranslation } from '@zabuni/i18n'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Tabs } from '@zabuni/ui/tabs'
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
export const PeopleTabs = () => {
  const { t } = useTranslation('people')
  const { href } = usePlace()
  return (
    <Tabs
      label={t('tabs.label')}
      items={[
        { to: href('users'), label: t('tabs.users') },
        { to: href('roles'), label: t('tabs.roles') },
        { to: href('logs'), label: t('tabs.logs') },
      ]}
    />
  )
}
