import { session } from '@zabuni/api/session'
import { LANGUAGES, useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { type ReactNode, useState } from 'react'
import { DevicesCard } from './devices.tsx'
import { FactorCard } from './factor.tsx'
import { MailCard } from './mails.tsx'
import { OwnDetails } from './own-details.tsx'

/** Who I am here, how and where I sign in, what I may do. */
export default function Profile({ company }: { company?: ReactNode }) {
  const { t } = useTranslation(['account', 'people'])
  const [editing, setEditing] = useState(false)
  const who = session()
  if (!who) return null
  return (
    <Page
      title={t('profile.title')}
      actions={<LinkButton to="/change-password">{t('profile.changePassword')}</LinkButton>}
    >
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_360px]">
        <div className="grid gap-4">
          <Card
            title={t('profile.person')}
            actions={
              who.support ? null : (
                <Button size="sm" onClick={() => setEditing(true)}>
                  {t('profile.edit')}
                </Button>
              )
            }
          >
            <Facts
              items={[
                { label: t('profile.name'), value: `${who.first_name} ${who.last_name}` },
                { label: t('profile.email'), value: who.email },
                { label: t('profile.phone'), value: who.phone },
                { label: t('profile.company'), value: who.company_name },
                { label: t('profile.language'), value: LANGUAGES[who.language] },
                { label: t('profile.userType'), value: t(`profile.types.${who.user_type}`) },
              ]}
            />
          </Card>
          <MailCard />
          {who.support ? null : <DevicesCard />}
          {company}
        </div>
        <div className="grid gap-4">
          {who.support ? null : <FactorCard />}
          <Card title={t('profile.privileges')}>
            {who.privileges.length ? (
              <ul className="flex flex-wrap gap-1.5">
                {who.privileges.map((title) => (
                  <li
                    key={title}
                    title={title}
                    className="rounded-sm bg-sunken px-1.5 py-0.5 text-xs text-ink-2"
                  >
                    {t(`privileges.${title}.label`, { ns: 'people' })}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="text-sm text-ink-2">{t('profile.noPrivileges')}</p>
            )}
          </Card>
        </div>
      </div>
      <OwnDetails who={who} open={editing} onClose={() => setEditing(false)} />
    </Page>
  )
}
