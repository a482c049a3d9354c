import { ACTIVITIES } from '@zabuni/activities/activity'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryName } from '@zabuni/i18n/country'
import { formatMoment } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { UsersIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type BidderRow, bidders } from '../queries.ts'

const column = columnsFor<BidderRow>()

/** Suppliers who bid for the company; only what openings have shown. */
export default function Bidders() {
  const { t, i18n } = useTranslation(['figures', 'live'])
  const { href } = useHere()
  const words = useWords()
  const at = useListParams()
  const winners = at.get('winners') === '1'
  const query = useList(
    bidders(
      given({
        activity: at.many('activity', ACTIVITIES),
        country: at.all('country'),
        winners,
        ...at.days('last_bid'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(() => {
    const percent = new Intl.NumberFormat(i18n.language, {
      style: 'percent',
      maximumFractionDigits: 0,
    })
    const behind = ({ id, name }: BidderRow, view?: string) =>
      to(href('results'), { query: { view, supplier: id, name } })
    return [
      column.accessor('name', {
        header: t('live:columns.supplier'),
        meta: { width: '30%' },
        cell: (c) => (
          <RowLink to={behind(c.row.original)} note={c.row.original.phone}>
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('country', {
        header: t('live:columns.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('bids', { header: t('bidders.bids'), meta: { numeric: true } }),
      column.accessor('won', {
        header: t('bidders.won'),
        meta: { numeric: true },
        cell: (c) => {
          const won = behind(c.row.original, 'awarded')
          return c.getValue() && won ? (
            <Link
              to={won}
              aria-label={t('bidders.wonBy', {
                name: c.row.original.name,
                count: c.getValue(),
              })}
              className="relative z-1 text-brand hover:underline"
            >
              {c.getValue()}
            </Link>
          ) : (
            c.getValue()
          )
        },
      }),
      column.accessor('responsive', {
        header: t('bidders.responsive'),
        meta: { numeric: true },
        cell: (c) => {
          const { evaluated } = c.row.original
          if (!evaluated) return <span className="text-ink-3">{t('bidders.notYet')}</span>
          return (
            <span>
              {percent.format(c.getValue() / evaluated)}{' '}
              <span className="text-ink-3">
                {t('bidders.of', { part: c.getValue(), all: evaluated })}
              </span>
            </span>
          )
        },
      }),
      column.accessor('last_bid', {
        header: t('bidders.last'),
        cell: (c) => formatMoment(c.getValue(), ownZone()),
      }),
    ]
  }, [t, i18n.language, href])
  // What an address names stays to be seen, whether a bidder comes from there or not.
  const countries = [...new Set([...(query.data?.countries ?? []), ...at.all('country')])]
  return (
    <Page title={t('bidders.title')} subtitle={t('bidders.note')}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('bidders.title')}
        search={t('bidders.search')}
        filters={[
          {
            key: 'activity',
            kind: 'many',
            label: t('live:columns.activity'),
            options: ACTIVITIES.map((a) => ({ value: a, label: words(a, 'name') })),
          },
          {
            key: 'country',
            kind: 'many',
            label: t('live:columns.country'),
            options: countryChoices(
              countries.map((iso2) => ({ iso2 })),
              i18n.language,
            ),
          },
          {
            key: 'winners',
            label: t('bidders.won'),
            options: [{ value: '1', label: t('bidders.onlyWinners') }],
          },
          { key: 'last_bid', kind: 'days', label: t('bidders.last') },
        ]}
        empty={{
          icon: <UsersIcon size={18} />,
          title: t('bidders.empty'),
          body: t('bidders.emptyBody'),
        }}
      />
    </Page>
  )
}
