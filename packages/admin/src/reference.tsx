import { useQuery } from '@tanstack/react-query'
import { countries } from '@zabuni/api/countries'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryName } from '@zabuni/i18n/country'
import { dayText, formatDecimal, formatMoment } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { mayI } from '@zabuni/routing/may'
import { Banner } from '@zabuni/ui/banner'
import { columnsFor } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import { BookOpenIcon, UploadIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import {
  cpvCodes,
  publicHolidays,
  REFERENCE_LISTS,
  type ReferenceList,
  referenceLists,
} from './queries.ts'

type Code = { code: string; name: string }
type Day = { country: string; day: string; name: string }

/** Years that a calendar is looked up for, from this one. */
const YEARS = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5] as const

const code = columnsFor<Code>()
const holiday = columnsFor<Day>()

/** Which list an address names. */
export const listOf = (text: string | undefined): ReferenceList | undefined =>
  REFERENCE_LISTS.find((list) => list === text)

/** How much of a list there is, who brought it and what it is for. */
const About = ({ list }: { list: ReferenceList }) => {
  const { t, i18n } = useTranslation('admin')
  const found = useQuery(referenceLists).data?.items.find((x) => x.list_name === list)
  return (
    <Banner tone="info">
      {t(`reference.about.${list}`)}{' '}
      {found?.taken_at
        ? t('reference.taken', {
            number: formatDecimal(String(found.entries), i18n.language, 0),
            file: found.file,
            by: found.taken_by,
            at: formatMoment(found.taken_at, ownZone()),
          })
        : found
          ? t('reference.never')
          : null}
    </Banner>
  )
}

const useEmpty = () => {
  const { t } = useTranslation('admin')
  return {
    icon: <BookOpenIcon size={18} />,
    title: t('reference.empty'),
    body: t('reference.emptyBody'),
  }
}

const More = ({
  list,
  more,
  count,
}: {
  list: ReferenceList
  more: boolean | undefined
  count: number
}) => {
  const { t } = useTranslation('admin')
  return more ? (
    <p className="mt-2 text-sm text-ink-2">{t(`reference.more.${list}`, { count })}</p>
  ) : null
}

const Codes = () => {
  const { t, i18n } = useTranslation('admin')
  const at = useListParams()
  const query = useList(
    cpvCodes({ language: languageOf(i18n.language), ...given({ search: at.search }) }),
  )
  const columns = useMemo(
    () => [
      code.accessor('code', {
        header: t('code'),
        cell: (c) => <span className="tabular font-medium">{c.getValue()}</span>,
      }),
      code.accessor('name', {
        header: t('name'),
        meta: { width: '80%' },
        cell: (c) => <span className="whitespace-normal">{c.getValue()}</span>,
      }),
    ],
    [t],
  )
  return (
    <>
      <List
        at={at}
        query={query}
        columns={columns}
        rowId={(row) => row.code}
        caption={t('reference.lists.cpv')}
        search={t('reference.search')}
        paging={{ total: query.data?.items.length }}
        empty={useEmpty()}
      />
      <More list="cpv" more={query.data?.more} count={query.data?.items.length ?? 0} />
    </>
  )
}

const Holidays = () => {
  const { t, i18n } = useTranslation('admin')
  const at = useListParams()
  const places = useQuery(countries).data
  const year = new Date(serverNow()).getUTCFullYear()
  const years = YEARS.map((n) => String(year + n))
  const query = useList(
    publicHolidays(
      given({
        country: at.get('country'),
        year: Number(years.find((y) => y === at.get('year')) ?? 0),
      }),
    ),
  )
  const columns = useMemo(
    () => [
      holiday.accessor('day', {
        header: t('reference.day'),
        cell: (c) => <span className="tabular font-medium">{dayText(c.getValue())}</span>,
      }),
      holiday.accessor('name', {
        header: t('name'),
        meta: { width: '50%' },
        cell: (c) => <span className="whitespace-normal">{c.getValue()}</span>,
      }),
      holiday.accessor('country', {
        header: t('reference.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
    ],
    [t, i18n.language],
  )
  return (
    <>
      <List
        at={at}
        query={query}
        columns={columns}
        rowId={(row) => `${row.country} ${row.day}`}
        caption={t('reference.lists.holidays')}
        filters={[
          {
            key: 'country',
            kind: 'one',
            label: t('reference.country'),
            options: countryChoices(places, i18n.language),
          },
          {
            key: 'year',
            kind: 'one',
            label: t('reference.year'),
            options: years.map((y) => ({ value: y, label: y })),
          },
        ]}
        paging={{ total: query.data?.items.length }}
        empty={useEmpty()}
      />
      <More list="holidays" more={query.data?.more} count={query.data?.items.length ?? 0} />
    </>
  )
}

/** What the operator has taken over from those who publish it: codes of what is bought, and public holidays. */
export default function Reference() {
  const { t } = useTranslation(['admin', 'errors'])
  const list = listOf(useParams().list)
  if (!list) return <EmptyState title={t('errors:not_found')} />
  return (
    <Page
      title={t('reference.title')}
      subtitle={t('reference.note')}
      actions={
        mayI('MANAGE_CATEGORY') ? (
          <LinkButton
            to={`/zabuni/reference-data/${list}/import`}
            look="primary"
            icon={<UploadIcon aria-hidden="true" size={15} />}
          >
            {t('reference.bring')}
          </LinkButton>
        ) : null
      }
    >
      <Tabs
        label={t('reference.title')}
        items={REFERENCE_LISTS.map((x) => ({
          to: `/zabuni/reference-data/${x}`,
          label: t(`reference.lists.${x}`),
        }))}
      />
      <div className="grid gap-4">
        <About list={list} />
        {list === 'cpv' ? <Codes /> : <Holidays />}
      </div>
    </Page>
  )
}
