import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { InboxIcon } from 'lucide-react'
import { useState } from 'react'
import { Badge, StatusDot } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card, Facts, Stats } from '../card.tsx'
import { BarChart, Sparkline, StackedBarChart } from '../charts.tsx'
import { columnsFor, DataTable } from '../data-table.tsx'
import { EmptyState } from '../empty.tsx'
import { FilterChips, SearchInput } from '../filters.tsx'
import { Countdown, LifeLine, ProgressBar } from '../progress.tsx'

type Specimen = { id: string; title: string; fee: string; closes: string; bids: number }
const DAY = 86_400_000
const start = Date.UTC(2026, 10, 21, 14)
const specimens: Specimen[] = Array.from({ length: 6 }, (_, i) => ({
  id: `ZB/TN/2026/00${81 + i}`,
  title: ['Road maintenance', 'Office furniture', 'Laboratory reagents'][i % 3] ?? '',
  fee: String(1500 * (i + 1)),
  closes: new Date(start + i * 3 * DAY).toISOString(),
  bids: 3 + ((i * 5) % 7),
}))

/** Tables, figures, charts and states. */
export const GalleryData = ({ offset }: { offset: number }) => {
  const { t, i18n } = useTranslation(['common', 'console'])
  const [selection, setSelection] = useState<Record<string, true>>({})
  const [query, setQuery] = useState('')
  const [type, setType] = useState('')
  const [state, setState] = useState<'rows' | 'loading' | 'failed' | 'none'>('rows')
  const [until] = useState(() => Date.now() + 2.3 * DAY)
  const col = columnsFor<Specimen>()
  const columns = [
    col.accessor('title', {
      header: t('console:chart.item'),
      cell: (c) => <span className="font-medium">{c.getValue()}</span>,
      meta: { width: '30%' },
    }),
    col.accessor('id', {
      header: '№',
      cell: (c) => <span className="text-ink-2">{c.getValue()}</span>,
    }),
    col.accessor('closes', {
      header: t('time.left'),
      cell: (c) => formatMoment(c.getValue(), 'Africa/Nairobi'),
    }),
    col.accessor('bids', { header: t('nav.bids'), meta: { numeric: true } }),
    col.accessor('fee', {
      header: t('nav.payments'),
      cell: (c) => formatMoney(c.getValue(), 'KES', i18n.language),
      meta: { numeric: true },
    }),
  ]
  return (
    <>
      <Stats
        items={[
          { label: t('nav.liveJobs'), value: '12', note: t('console:life.current') },
          { label: t('nav.bids'), value: '148' },
          { label: t('nav.payments'), value: formatMoney('120450', 'KES', i18n.language) },
          { label: t('time.left'), value: <Countdown until={until} offset={offset} /> },
        ]}
      />
      <Card title={t('console:life.current')}>
        <LifeLine
          label={t('nav.bids')}
          zone="Africa/Nairobi"
          steps={[
            { key: 'a', label: t('actions.create'), at: specimens[0]!.closes, state: 'done' },
            { key: 'b', label: t('console:life.done'), at: specimens[1]!.closes, state: 'done' },
            {
              key: 'c',
              label: t('console:life.current'),
              at: specimens[2]!.closes,
              state: 'current',
            },
            { key: 'd', label: t('time.closed'), at: specimens[3]!.closes, state: 'next' },
            { key: 'e', label: t('nav.letters'), state: 'next' },
          ]}
        />
      </Card>
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput value={query} onChange={setQuery} />
        <FilterChips
          filters={[
            {
              key: 'type',
              label: t('nav.bidders'),
              values: [type],
              options: [
                { value: 'tender', label: t('nav.bids') },
                { value: 'rfq', label: t('nav.letters') },
              ],
            },
          ]}
          onChange={({ type: value }) => setType(String(value))}
        />
        <span className="ml-auto flex flex-wrap gap-1">
          {(['rows', 'loading', 'failed', 'none'] as const).map((s) => (
            <Button
              key={s}
              size="sm"
              look="ghost"
              aria-pressed={state === s}
              onClick={() => setState(s)}
            >
              {s}
            </Button>
          ))}
        </span>
      </div>
      <DataTable
        columns={columns}
        rows={state === 'rows' ? specimens : []}
        rowId={(r) => r.id}
        caption={t('nav.bids')}
        paging={{ total: 1000, totalCapped: true, onNext: () => setState('loading') }}
        sorting={[{ id: 'closes', desc: false }]}
        onSorting={() => setState('rows')}
        loading={state === 'loading'}
        failure={state === 'failed' ? t('errors.network') : undefined}
        onRetry={() => setState('rows')}
        onClearFilters={state === 'none' && type ? () => setType('') : undefined}
        empty={
          <EmptyState
            icon={<InboxIcon size={18} />}
            title={t('console:table.noResults')}
            body={t('console:table.noResultsBody')}
            action={<Button look="primary">{t('actions.create')}</Button>}
          />
        }
        selection={selection}
        onSelection={setSelection}
        bulk={<Button size="sm">{t('nav.letters')}</Button>}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_300px]">
        <Card>
          <div className="grid gap-6">
            <BarChart
              title={t('nav.bids')}
              data={specimens.slice(0, 4).map((s) => ({ label: s.id, value: s.bids }))}
            />
            <StackedBarChart
              title={t('nav.payments')}
              series={[t('console:life.done'), t('console:life.current'), t('console:life.next')]}
              data={specimens
                .slice(0, 3)
                .map((s, i) => ({ label: s.title, values: [s.bids, i + 1, 2] }))}
            />
            <Sparkline
              title={t('nav.bidders')}
              data={specimens.map((s) => ({ label: s.id, value: s.bids }))}
            />
          </div>
        </Card>
        <Card title={t('nav.contracts')}>
          <div className="grid gap-4">
            <Facts
              items={[
                { label: t('nav.bids'), value: 'ZB/TN/2026/0081' },
                { label: t('nav.payments'), value: formatMoney('1500.5', 'ETB', i18n.language) },
                {
                  label: t('console:life.current'),
                  value: <StatusDot tone="ok">{t('console:life.current')}</StatusDot>,
                },
              ]}
            />
            <div className="flex flex-wrap gap-1.5">
              <Badge>{t('console:life.next')}</Badge>
              <Badge tone="ok">{t('console:life.done')}</Badge>
              <Badge tone="warn">{t('console:life.current')}</Badge>
              <Badge tone="bad">{t('time.closed')}</Badge>
              <Badge tone="info">{t('nav.letters')}</Badge>
            </div>
            <ProgressBar label={t('shell.loading')} percent={64} />
          </div>
        </Card>
      </div>
    </>
  )
}
