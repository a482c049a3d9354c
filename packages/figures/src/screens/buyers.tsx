import { useQuery } from '@tanstack/react-query'
import { countries } from '@zabuni/api/countries'
import { given, useList } from '@zabuni/api/list'
import type { Schemas } from '@zabuni/api/operator'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryCodes, countryName } from '@zabuni/i18n/country'
import { formatDay } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Building2Icon, PlusIcon, UploadIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { buyers } from '../platform.ts'

const column = columnsFor<Schemas['BuyerRow']>()
const STANDINGS = ['active', 'deactivated'] as const

/** Buyer companies, newest first; each leads to its live jobs. */
export default function Buyers() {
  const { t, i18n } = useTranslation('live')
  const { t: people } = useTranslation('people')
  const { t: common } = useTranslation()
  const at = useListParams()
  const places = useQuery(countries)
  const query = useList(
    buyers(
      given({
        search: at.search,
        country: at.many('country', countryCodes(places.data)),
        status: at.many('status', STANDINGS),
        ...at.days('registered'),
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.buyer'),
        meta: { width: '40%' },
        cell: (c) => (
          <RowLink
            to={
              mayI('MANAGE_BUYER')
                ? `/zabuni/buyers/${c.row.original.id}/view`
                : `/zabuni/buyers/${c.row.original.id}/jobs`
            }
          >
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('country', {
        header: t('columns.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('jobs', { header: t('columns.jobs'), meta: { numeric: true } }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => {
          const active = c.getValue() === 'active'
          return (
            <Badge tone={active ? 'ok' : 'bad'}>
              {t(active ? 'companies.active' : 'companies.deactivated')}
            </Badge>
          )
        },
      }),
      column.accessor('created_at', {
        header: t('columns.registered'),
        cell: (c) => <span className="text-ink-2">{formatDay(c.getValue(), ownZone())}</span>,
      }),
      ...(mayI('MANAGE_USER')
        ? [
            column.display({
              id: 'people',
              header: () => <span className="sr-only">{people('tabs.users')}</span>,
              cell: (c) => (
                <Link
                  to={`/zabuni/buyers/${c.row.original.id}/users`}
                  aria-label={people('users.of', { name: c.row.original.name })}
                  className="relative z-1 text-brand hover:underline"
                >
                  {people('tabs.users')}
                </Link>
              ),
            }),
          ]
        : []),
    ],
    [t, people, i18n.language],
  )
  return (
    <Page
      title={t('buyers.title')}
      subtitle={t('buyers.note')}
      actions={
        mayI('MANAGE_BUYER') ? (
          <>
            <LinkButton
              to="/zabuni/category_types/upload/buyers?from=buyers"
              icon={<UploadIcon aria-hidden="true" size={15} />}
            >
              {t('buyers.upload')}
            </LinkButton>
            <LinkButton
              to="/zabuni/buyers/create"
              look="primary"
              icon={<PlusIcon aria-hidden="true" size={15} />}
            >
              {common('nav.createBuyer')}
            </LinkButton>
          </>
        ) : null
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('buyers.title')}
        search={t('buyers.search')}
        filters={[
          {
            key: 'country',
            kind: 'many',
            label: t('columns.country'),
            options: countryChoices(places.data, i18n.language),
          },
          {
            key: 'status',
            kind: 'many',
            label: t('columns.status'),
            options: STANDINGS.map((s) => ({ value: s, label: t(`companies.${s}`) })),
          },
          { key: 'registered', kind: 'days', label: t('columns.registered') },
        ]}
        empty={{
          icon: <Building2Icon size={18} />,
          title: t('buyers.empty'),
          body: t('buyers.emptyBody'),
        }}
      />
    </Page>
  )
}
