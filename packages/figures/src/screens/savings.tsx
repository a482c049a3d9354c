import { ACTIVITIES } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { saveFile } from '@zabuni/api/download'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatMoney } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, type ListRead, RowLink } from '@zabuni/ui/list'
import { type ListParams, useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import { DownloadIcon, PiggyBankIcon } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import { BaselineText, Saved, Totals } from '../saving-parts.tsx'
import {
  BASELINES,
  exportSavings,
  type SavingRow,
  type Savings,
  savings,
  savingsOf,
} from '../saving-queries.ts'

const column = columnsFor<SavingRow>()
const YEAR = /^(19|20|21)\d\d$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const named = (text: string, form: RegExp) => (form.test(text) ? text : '')

/** What an address asks of savings. */
const askedOf = (at: ListParams) => {
  const baseline = at.one('baseline', BASELINES) ?? BASELINES[0]
  const year = named(at.get('year'), YEAR)
  const asked = {
    baseline,
    ...given({
      year: year ? Number(year) : undefined,
      activity: at.many('activity', ACTIVITIES),
      category_type: named(at.get('type'), ID),
      department: named(at.get('department'), ID),
      search: at.search,
    }),
  }
  return asked
}
type Asked = ReturnType<typeof askedOf>

const Baselines = ({ at, baseline }: { at: ListParams; baseline: string }) => {
  const { t } = useTranslation('savings')
  const items = BASELINES.map((kind) => {
    const query = new URLSearchParams(at.asked)
    query.set('baseline', kind)
    return { to: `?${query}`, label: t(`baselines.${kind}`), active: kind === baseline }
  })
  return <Tabs label={t('baseline')} items={items} />
}

const Awards = ({
  at,
  query,
  asked,
  title,
}: {
  at: ListParams
  query: ListRead<SavingRow> & { data: Savings | undefined }
  asked: Asked
  title: string
}) => {
  const { baseline } = asked
  const { t, i18n } = useTranslation(['savings', 'activities'])
  const { href, hrefOf, ids } = useHere()
  const words = useWords()
  const found = query.data
  const opens = found?.opens
  // What an address names can be taken off, though nothing was awarded then or of it.
  const years = [...new Set([...(found?.years ?? []), asked.year ?? []].flat())]
  const types = [...(found?.types ?? [])]
  if (asked.category_type && !types.some((x) => x.id === asked.category_type))
    types.push({ id: asked.category_type, name: t('type') })
  const departments = [...(found?.departments ?? [])]
  if (asked.department && !departments.some((x) => x.id === asked.department))
    departments.push({ id: asked.department, name: t('activities:department.label') })
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.category'),
        meta: { width: '22%' },
        cell: ({ row: { original: r } }) => {
          const at = { jobId: r.job_id, categoryId: r.category_id }
          return (
            <RowLink
              to={
                opens
                  ? href('savingEvidence', { buyerId: ids.buyerId, categoryId: r.category_id })
                  : hrefOf(r.activity, 'categoryDetails', at)
              }
              note={
                <>
                  {r.reference}
                  {r.type_name || r.department ? (
                    <span className="block max-w-56 truncate cards:whitespace-normal">
                      {[r.type_name, r.department].filter(Boolean).join(' · ')}
                    </span>
                  ) : null}
                </>
              }
            >
              {r.name}
            </RowLink>
          )
        },
      }),
      column.accessor('activity', {
        header: t('columns.activity'),
        cell: ({ row: { original: r } }) => (
          <span className="flex flex-wrap items-center gap-2">
            {words(r.activity, 'name')}
            {r.sold ? <Badge tone="info">{t('sold')}</Badge> : null}
          </span>
        ),
      }),
      column.accessor('awarded_at', {
        header: t('columns.decided'),
        cell: ({ row: { original: r } }) => (
          <span className="grid">
            {formatDay(r.awarded_at, r.timezone)}
            <span className="text-xs text-ink-3">{r.winner}</span>
          </span>
        ),
      }),
      column.accessor('baseline', {
        header: t(`baselines.${baseline}`),
        meta: { numeric: true },
        cell: ({ row: { original: r } }) => <BaselineText of={r} currency={r.currency} />,
      }),
      column.accessor('awarded', {
        header: t('columns.awarded'),
        meta: { numeric: true },
        cell: ({ row: { original: r } }) => formatMoney(r.awarded, r.currency, i18n.language),
      }),
      column.accessor('saved', {
        header: t('columns.saved'),
        meta: { numeric: true },
        cell: ({ row: { original: r } }) => <Saved of={r} currency={r.currency} />,
      }),
      column.accessor('contracted', {
        header: t('columns.contracted'),
        meta: { numeric: true },
        cell: ({ row: { original: r } }) =>
          r.contracted ? (
            formatMoney(r.contracted, r.currency, i18n.language)
          ) : (
            <span className="text-ink-3">–</span>
          ),
      }),
    ],
    [t, i18n.language, words, href, hrefOf, ids.buyerId, opens, baseline],
  )
  return (
    <>
      <Baselines at={at} baseline={baseline} />
      {found?.totals.length ? (
        <div className="mb-4" aria-busy={query.isPlaceholderData}>
          <Totals of={found.totals} title={t('totals', { baseline: t(`baselines.${baseline}`) })} />
        </div>
      ) : null}
      <List
        at={at}
        query={query}
        columns={columns}
        rowId={(r) => r.category_id}
        caption={title}
        search={t('search')}
        filters={[
          {
            key: 'year',
            label: t('year'),
            options: years.map((y) => ({ value: String(y), label: String(y) })),
          },
          {
            key: 'type',
            label: t('type'),
            options: types.map((x) => ({ value: x.id, label: x.name })),
          },
          ...(departments.length
            ? [
                {
                  key: 'department',
                  label: t('activities:department.label'),
                  options: departments.map((x) => ({ value: x.id, label: x.name })),
                },
              ]
            : []),
          {
            key: 'activity',
            kind: 'many',
            label: t('columns.activity'),
            options: ACTIVITIES.map((value) => ({ value, label: words(value, 'name') })),
          },
        ]}
        empty={{ icon: <PiggyBankIcon size={18} />, title: t('empty'), body: t('emptyBody') }}
      />
    </>
  )
}

const Export = ({ asked, of }: { asked: Asked; of?: string }) => {
  const { t, i18n } = useTranslation('savings')
  if (!mayI('VIEW_REPORT')) return null
  return (
    <ActButton
      icon={<DownloadIcon aria-hidden="true" size={15} />}
      act={async () =>
        saveFile(await exportSavings(asked, languageOf(i18n.language), of), 'savings.xlsx')
      }
    >
      {t('export')}
    </ActButton>
  )
}

const Own = () => {
  const { t } = useTranslation('savings')
  const at = useListParams()
  const asked = askedOf(at)
  const query = useList(savings({ ...asked, ...given({ after: at.after }) }))
  return (
    <Page title={t('title')} subtitle={t('note')} actions={<Export asked={asked} />}>
      <Awards at={at} query={query} asked={asked} title={t('title')} />
    </Page>
  )
}

const OfBuyer = () => {
  const { t } = useTranslation('savings')
  const { href, ids } = useHere()
  const at = useListParams()
  const asked = askedOf(at)
  const query = useList(savingsOf(ids.buyerId, { ...asked, ...given({ after: at.after }) }))
  const title = query.data ? t('of', { name: query.data.buyer }) : t('title')
  const crumbs: ComponentProps<typeof Page>['crumbs'] = [
    { label: t('title'), to: href('savingsBuyers') },
  ]
  return (
    <Page
      title={title}
      subtitle={t('note')}
      crumbs={crumbs}
      actions={<Export asked={asked} of={ids.buyerId} />}
    >
      <Awards at={at} query={query} asked={asked} title={title} />
    </Page>
  )
}

/** What awards saved against one baseline: the own ones, or at the operator's desk those of a buyer. */
export default function SavingsScreen() {
  return useHere().desk === 'operator' ? <OfBuyer /> : <Own />
}
