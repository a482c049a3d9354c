import { ACTIVITIES, isActivity, MODULE_OF } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { hasModule } from '@zabuni/routing/guard'
import { mayI } from '@zabuni/routing/may'
import { LinkButton } from '@zabuni/ui/link-button'
import { Menu, MenuLink } from '@zabuni/ui/menu'
import { PlusIcon } from 'lucide-react'

const plus = <PlusIcon aria-hidden="true" size={16} />

/** Begins a job of any activity that the company has; on the desk of one, of that. */
export const CreateJob = () => {
  const { t } = useTranslation('figures')
  const { of, hrefOf } = useHere()
  const words = useWords()
  if (!mayI('MANAGE_JOB')) return null
  const ways = (isActivity(of) ? [of] : ACTIVITIES).flatMap((activity) => {
    const to = hasModule(session(), MODULE_OF[activity]) ? hrefOf(activity, 'create') : null
    return to ? [{ activity, to }] : []
  })
  const [only] = ways
  if (only && ways.length === 1)
    return (
      <LinkButton to={only.to} look="primary" icon={plus}>
        {words(only.activity, 'create')}
      </LinkButton>
    )
  return ways.length ? (
    <Menu
      look="primary"
      label={t('jobs.create')}
      trigger={
        <>
          {plus}
          {t('jobs.create')}
        </>
      }
    >
      {ways.map(({ activity, to }) => (
        <MenuLink key={activity} to={to}>
          {words(activity, 'create')}
        </MenuLink>
      ))}
    </Menu>
  ) : null
}
