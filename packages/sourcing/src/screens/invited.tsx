import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { ended } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { countries } from '@zabuni/api/countries'
import type { Schemas } from '@zabuni/api/desk'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryCodes, countryName } from '@zabuni/i18n/country'
import { formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { MailPlusIcon } from 'lucide-react'
import { useMemo } from 'react'
import { CategoryFrame, type TabProps } from '../category/frame.tsx'
import { invitations } from '../queries.ts'

const column = columnsFor<Schemas['Invited']>()

const Invited = ({ found }: TabProps) => {
  const { t, i18n } = useTranslation('sourcing')
  const { href } = useHere()
  const at = useListParams()
  const lands = useQuery(countries)
  const query = useList(
    invitations(
      found.id,
      given({
        search: at.search,
        country: at.many('country', countryCodes(lands.data)),
        unseen: at.get('unseen') === '1',
        ...at.days('invited'),
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('invite.supplier'),
        cell: (c) => <span className="font-medium">{c.getValue()}</span>,
        meta: { width: '30%' },
      }),
      column.accessor('country', {
        header: t('invite.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('source', {
        header: t('invite.how'),
        cell: (c) => (
          <span className="grid gap-0.5 py-1 whitespace-normal">
            <span>{t(`invite.source.${c.getValue()}`, { list: c.row.original.list })}</span>
            {c.row.original.reason ? (
              <span className="text-xs wrap-anywhere text-ink-2">{c.row.original.reason}</span>
            ) : null}
          </span>
        ),
      }),
      column.accessor('invited_at', {
        header: t('invite.invitedAt'),
        cell: (c) => formatMoment(c.getValue(), found.timezone),
      }),
      column.accessor('viewed_at', {
        header: t('invite.viewedAt'),
        cell: (c) => {
          const at = c.getValue()
          return at ? formatMoment(at, found.timezone) : <Badge>{t('invite.notViewed')}</Badge>
        },
      }),
    ],
    [t, i18n.language, found.timezone],
  )
  const may = mayHere(found.activity, 'invite') && !ended(found)
  const ids = { jobId: found.job_id, categoryId: found.id }
  const [one, all] = may ? [href('invite', ids), href('inviteLists', ids)] : [null, null]
  const icon = <MailPlusIcon aria-hidden="true" size={15} />
  const button =
    one || all ? (
      <span className="flex flex-wrap justify-center gap-2">
        <LinkButton to={all} look={one ? 'secondary' : 'primary'} icon={icon}>
          {t('lists.inviteAction')}
        </LinkButton>
        <LinkButton to={one} look="primary" icon={icon}>
          {t('invite.action')}
        </LinkButton>
      </span>
    ) : null
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-sm text-ink-2">
          {found.invited_only ? t('invite.onlyThese') : t('invite.alsoOthers')}
        </p>
        {found.invited ? button : null}
      </div>
      {found.invited_only && !found.invited ? (
        <Banner tone="warn">{t('invite.nobody')}</Banner>
      ) : null}
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('tabs.invited')}
        search={t('invite.search')}
        filters={[
          {
            key: 'country',
            kind: 'many',
            label: t('invite.country'),
            options: countryChoices(lands.data, i18n.language),
          },
          { key: 'invited', kind: 'days', label: t('invite.invitedAt') },
          {
            key: 'unseen',
            label: t('invite.viewedAt'),
            options: [{ value: '1', label: t('invite.notViewed') }],
          },
        ]}
        rowId={(row) => row.supplier_id}
        empty={{
          icon: <MailPlusIcon size={18} />,
          title: t('invite.emptyTitle'),
          body: t('invite.emptyBody'),
          action: button,
        }}
      />
    </div>
  )
}

/** The suppliers who were asked to take part, and whether they have looked. */
export default function InvitedScreen() {
  return <CategoryFrame tab="invited">{(props) => <Invited {...props} />}</CategoryFrame>
}
