import { queryOptions, useQuery } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { api } from '@zabuni/api/shared'
import { useTranslation } from '@zabuni/i18n'
import type { Privilege } from '@zabuni/routing/guard'
import { can, safeReturnUrl } from '@zabuni/routing/guard'
import { Helpdesk } from '@zabuni/routing/ui/helpdesk'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { useSearchParams } from 'react-router'

const administrators = queryOptions({
  queryKey: [...keys.people, 'administrators'],
  queryFn: ({ signal }) => data(api.GET('/people/administrators', { signal })),
})

/** Where an unmet guard leads: what was missing, who can grant it, how to ask. */
export default function Forbidden() {
  const { t, i18n } = useTranslation(['people', 'common'])
  const [params] = useSearchParams()
  const who = session()
  const key = `privileges.${params.get('needs')}.label`
  const label = i18n.exists(key, { ns: 'people' })
    ? t(key as `privileges.${Privilege}.label`)
    : undefined
  const from = safeReturnUrl(params.get('from'))
  const query = useQuery(administrators)
  const people = (query.data?.items ?? []).filter((p) => p.email !== who?.email)
  const granted = can(who, (params.get('needs') ?? undefined) as Privilege | undefined)
  const letter = (email: string) =>
    `mailto:${email}?subject=${encodeURIComponent(t('why.mailSubject', { privilege: label ?? '' }))}&body=${encodeURIComponent(
      t('why.mailBody', {
        privilege: label ?? '',
        address: new URL(from, location.origin).href,
        name: `${who?.first_name ?? ''} ${who?.last_name ?? ''}`.trim(),
      }),
    )}`
  return (
    <Page
      width="form"
      title={t('common:errors.permissionTitle')}
      subtitle={label ? undefined : t('common:errors.permissionBody')}
    >
      <div className="grid gap-4">
        {label ? (
          <Card title={t('why.missing')}>
            <p className="font-medium">{label}</p>
            <p className="mt-1 text-sm text-ink-2">
              {t(`privileges.${params.get('needs')}.opens` as `privileges.${Privilege}.opens`)}
            </p>
            {granted && from !== '/' ? (
              <p className="mt-3 text-sm">
                {t('why.granted')}{' '}
                <LinkButton to={from} size="sm">
                  {t('why.goOn')}
                </LinkButton>
              </p>
            ) : null}
          </Card>
        ) : null}
        <Card title={t('why.who')}>
          {query.isPending ? (
            <div className="skeleton h-5 w-48" />
          ) : people.length ? (
            <ul className="grid gap-2">
              {people.map((p) => (
                <li key={p.email} className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-medium">{p.name}</span>
                  <a className="text-sm text-brand underline" href={letter(p.email)}>
                    {p.email}
                  </a>
                </li>
              ))}
            </ul>
          ) : (
            <div className="grid gap-1.5 text-sm text-ink-2">
              <p>{t('why.nobody')}</p>
              <Helpdesk />
            </div>
          )}
          {people.length ? <p className="mt-3 text-sm text-ink-2">{t('why.how')}</p> : null}
        </Card>
        <div>
          <LinkButton to="/" look="primary">
            {t('common:errors.home')}
          </LinkButton>
        </div>
      </div>
    </Page>
  )
}
