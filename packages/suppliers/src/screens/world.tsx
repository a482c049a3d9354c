import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { COMPANY_TYPES } from '@zabuni/api/company-types'
import { countries } from '@zabuni/api/countries'
import { saveFile } from '@zabuni/api/download'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryCodes, countryName } from '@zabuni/i18n/country'
import { isDay } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { columnsFor } from '@zabuni/ui/data-table'
import { DateTimeField } from '@zabuni/ui/date-time'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { type ListParams, useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { DownloadIcon, TruckIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { locations, searchCategories } from '../queries.ts'
import { PapersBadge } from '../world-parts.tsx'
import { exportWorld, platformGroups, type WorldRow, world } from '../world-queries.ts'

const column = columnsFor<WorldRow>()
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NUMBER = /^[1-9]\d{0,5}$/
const SHARES = ['30', '51', '70', '100'] as const
const SEGMENTS = ['women', 'youth', 'disability'] as const
const LISTED = ['yes', 'no'] as const
/** So many categories of a supplier are named, more are counted: its own name needs the room. */
const NAMED = 1

/** A number that was chosen, or none. */
const chosen = (text: string | undefined) => (text ? Number(text) : undefined)
const named = (text: string, form: RegExp) => (form.test(text) ? text : '')

const Some = ({ of }: { of: readonly string[] }) => {
  const { t } = useTranslation('world')
  if (!of.length) return <span className="text-ink-3">–</span>
  return (
    <span>
      {of.slice(0, NAMED).join(', ')}
      {of.length > NAMED ? (
        <span className="text-ink-3"> {t('more', { count: of.length - NAMED })}</span>
      ) : null}
    </span>
  )
}

const useColumns = () => {
  const { t, i18n } = useTranslation('world')
  const { href } = useHere()
  return useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.supplier'),
        meta: { width: '30%' },
        cell: ({ row: { original: r } }) => (
          <span className="grid gap-1">
            <RowLink to={href('worldSupplier', { supplierId: r.id })}>{r.name}</RowLink>
            {r.blacklisted ? (
              <span>
                <Badge tone="bad">{t('blacklisted')}</Badge>
              </span>
            ) : null}
          </span>
        ),
      }),
      column.accessor('country', {
        header: t('columns.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('categories', {
        header: t('columns.categories'),
        cell: (c) => <Some of={c.getValue()} />,
      }),
      column.accessor('papers', {
        header: t('columns.papers'),
        cell: (c) => <PapersBadge state={c.getValue()} />,
      }),
      column.accessor('groups', {
        header: t('columns.groups'),
        cell: (c) => <Some of={c.getValue()} />,
      }),
      column.display({
        id: 'standing',
        header: t('columns.standing'),
        cell: ({ row: { original: r } }) => {
          const stands = [
            r.invited ? t('standing.invited', { count: r.invited }) : '',
            r.bids ? t('standing.bids', { count: r.bids }) : '',
            r.won ? t('standing.won', { count: r.won }) : '',
          ].filter(Boolean)
          return stands.length ? (
            stands.join(' · ')
          ) : (
            <span className="text-ink-3">{t('standing.none')}</span>
          )
        },
      }),
    ],
    [t, i18n.language, href],
  )
}

const useAsked = (at: ListParams) => {
  const places = useQuery(countries)
  const country = at.many('country', countryCodes(places.data))
  const day = at.get('valid_on')
  const asked = given({
    search: at.search,
    country,
    company_type: at.many('company_type', COMPANY_TYPES),
    location: chosen(country.length === 1 ? named(at.get('location'), NUMBER) : ''),
    category_type: named(at.get('type'), ID),
    special_group: named(at.get('group'), ID),
    valid_on: isDay(day) ? day : '',
    women: chosen(at.one('women', SHARES)),
    youth: chosen(at.one('youth', SHARES)),
    disability: chosen(at.one('disability', SHARES)),
    blacklisted: at.one('blacklisted', LISTED),
  })
  return { asked, country, places: places.data }
}

/** All suppliers: searched by whatever one knows of them, and narrowed by what they say of themselves. */
export default function World() {
  const { t, i18n } = useTranslation(['world', 'register'])
  const { href } = useHere()
  const at = useListParams()
  const { asked, country, places } = useAsked(at)
  const [land = ''] = country
  const one = country.length === 1
  const groups = useQuery(platformGroups)
  const there = useQuery(locations(one ? land : ''))
  const [typeName, setTypeName] = useState(at.get('typeName'))
  const query = useList(world({ ...asked, ...given({ after: at.after }) }))
  const type = at.get('type')
  const setType = (choice: Choice | null) => {
    setTypeName(choice?.name ?? '')
    at.set({ type: choice?.id ?? '', typeName: choice?.name ?? '' })
  }
  return (
    <Page
      title={t('title')}
      subtitle={t('note')}
      actions={
        <>
          <LinkButton to={href('worldOwners')}>{t('owners')}</LinkButton>
          {mayI('VIEW_REPORT') ? (
            <ActButton
              icon={<DownloadIcon aria-hidden="true" size={15} />}
              act={async () =>
                saveFile(await exportWorld(asked, languageOf(i18n.language)), 'suppliers.xlsx')
              }
            >
              {t('export')}
            </ActButton>
          ) : null}
        </>
      }
    >
      <List
        at={at}
        query={query}
        columns={useColumns()}
        caption={t('title')}
        search={t('search')}
        filters={[
          {
            key: 'country',
            kind: 'many',
            label: t('filters.country'),
            options: countryChoices(places, i18n.language),
          },
          ...(one && there.data?.length
            ? [
                {
                  key: 'location',
                  label: t('filters.location'),
                  options: there.data.map((x) => ({ value: String(x.id), label: x.name })),
                },
              ]
            : []),
          {
            key: 'company_type',
            kind: 'many',
            label: t('filters.companyType'),
            options: COMPANY_TYPES.map((value) => ({ value, label: t(`register:types.${value}`) })),
          },
          {
            key: 'group',
            label: t('filters.group'),
            options: (groups.data ?? []).map((x) => ({ value: x.id, label: x.name })),
          },
          ...SEGMENTS.map((segment) => ({
            key: segment,
            label: t(`filters.${segment}`),
            options: SHARES.map((value) => ({
              value,
              label: t('filters.atLeast', { share: value }),
            })),
          })),
          {
            key: 'blacklisted',
            label: t('filters.blacklisted'),
            options: [
              { value: 'yes', label: t('filters.listed') },
              { value: 'no', label: t('filters.notListed') },
            ],
          },
        ]}
        controls={
          <div className="grid w-full gap-3 sm:w-auto sm:grid-cols-2">
            <ComboboxField
              label={t('filters.type')}
              search={searchCategories}
              value={type ? { id: type, name: typeName } : null}
              onChange={setType}
            />
            <DateTimeField
              dateOnly
              label={t('filters.validOn')}
              value={at.get('valid_on')}
              onChange={(value) => at.set({ valid_on: value })}
            />
          </div>
        }
        narrowing={['type', 'typeName', 'valid_on']}
        empty={{ icon: <TruckIcon size={18} />, title: t('empty'), body: t('emptyBody') }}
      />
      {at.search ? <p className="mt-3 text-sm text-ink-2">{t('most')}</p> : null}
    </Page>
  )
}
