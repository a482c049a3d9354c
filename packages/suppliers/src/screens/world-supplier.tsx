import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { COMPANY_TYPES } from '@zabuni/api/company-types'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { short } from '@zabuni/i18n/decimal'
import { dayText, formatDay, formatDecimal, formatMoney, isDay } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { LinkButton } from '@zabuni/ui/link-button'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { TextLink } from '@zabuni/ui/text-link'
import type { ReactNode } from 'react'
import { OpenPaper, OwnerTable, PaperBadge } from '../world-parts.tsx'
import { type WorldDetails, worldSupplier } from '../world-queries.ts'

type Part = { of: WorldDetails }

const Profile = ({ of: d }: Part) => {
  const { t, i18n } = useTranslation(['world', 'register'])
  const type = COMPANY_TYPES.find((one) => one === d.company_type)
  return (
    <Facts
      items={[
        { label: t('register:companyType'), value: type ? t(`register:types.${type}`) : '–' },
        { label: d.tax_label || t('register:taxId'), value: d.tax_id || '–' },
        {
          label: t('register:location'),
          value: [d.location_name, countryName(d.country, i18n.language)]
            .filter(Boolean)
            .join(', '),
        },
        { label: t('register:physicalAddress'), value: d.physical_address || '–' },
        { label: t('register:poBox'), value: d.po_box || '–' },
        { label: t('register:phone'), value: d.phone || '–' },
        { label: t('register:website'), value: d.website || '–' },
        { label: t('register:contactName'), value: d.contact_name || '–' },
        { label: t('details.registered'), value: formatDay(d.created_at, ownZone()) },
      ]}
    />
  )
}

const Papers = ({ of: d }: Part) => {
  const { t } = useTranslation(['world', 'suppliers'])
  const open = d.papers.some((p) => p.file)
  return (
    <Card title={t('details.papers')}>
      <ul className="grid gap-3 text-sm">
        {d.papers.map((p) => (
          <li key={p.kind} className="flex flex-wrap items-center justify-between gap-2">
            <span className="grid">
              <span className="font-medium">{t(`suppliers:documents.${p.kind}`)}</span>
              {p.expires_on ? (
                <span className="text-xs text-ink-3">
                  {t('details.until', { date: dayText(p.expires_on) })}
                </span>
              ) : null}
              {p.shown ? <span className="text-xs text-ink-3">{t('details.shown')}</span> : null}
            </span>
            <span className="flex items-center gap-2">
              <PaperBadge state={p.state} />
              {p.file ? <OpenPaper supplier={d.id} file={p.file} name={p.name ?? ''} /> : null}
            </span>
          </li>
        ))}
      </ul>
      {open ? null : <p className="mt-3 text-xs text-ink-3">{t('details.closed')}</p>}
    </Card>
  )
}

const Owners = ({ of: d }: Part) => {
  const { t } = useTranslation(['world', 'suppliers'])
  const at = useListParams()
  return (
    <Card title={t('details.owners')} flush>
      <div className="grid gap-4 p-4">
        <div className="max-w-64">
          <DateTimeField
            dateOnly
            label={t('details.on')}
            hint={t('details.onHint')}
            value={at.get('on') || d.day}
            onChange={(value) => at.set({ on: value })}
          />
        </div>
        <dl className="grid grid-cols-2 gap-3 rounded-md bg-canvas p-3 text-sm sm:grid-cols-5">
          {d.shares.map((s) => (
            <div key={s.segment}>
              <dt className="text-xs text-ink-2">{t(`suppliers:segment.${s.segment}`)}</dt>
              <dd className="tabular font-semibold">{short(s.share)}%</dd>
            </div>
          ))}
          <div>
            <dt className="text-xs text-ink-2">{t('details.held')}</dt>
            <dd className="tabular font-semibold">{short(d.held)}%</dd>
          </div>
        </dl>
        {d.owners.length ? null : <p className="text-sm text-ink-2">{t('details.noOwners')}</p>}
      </div>
      {d.owners.length ? (
        <div className="border-t border-line">
          <OwnerTable owners={d.owners} caption={t('details.owners')} />
        </div>
      ) : null}
      {d.left.length ? (
        <div className="border-t border-line">
          <h3 className="px-4 pt-3 pb-1 text-sm font-semibold">{t('details.left')}</h3>
          <OwnerTable owners={d.left} caption={t('details.left')} />
        </div>
      ) : null}
    </Card>
  )
}

/** A part of the history: a table, or that there is nothing. */
const Told = ({
  title,
  none,
  heads,
  rows,
}: {
  title: string
  none: string
  heads: Parameters<typeof TableFrame>[0]['heads']
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) => (
  <section className="border-t border-line first:border-0">
    <h3 className="px-4 pt-3 pb-1 text-sm font-semibold">{title}</h3>
    {rows.length ? (
      <TableFrame caption={title} heads={heads}>
        {rows.map((row) => (
          <PlainRow key={row.key} heads={heads} cells={row.cells} />
        ))}
      </TableFrame>
    ) : (
      <p className="px-4 pb-3 text-sm text-ink-2">{none}</p>
    )}
  </section>
)

const period = (from: string | undefined, until: string | undefined) =>
  [from, until].map((day) => (day ? dayText(day) : '…')).join(' – ')

const History = ({ of: d }: Part) => {
  const { t, i18n } = useTranslation(['world', 'contracts', 'evaluation'])
  const { href, hrefOf } = useHere()
  const head = (key: string, label: string, numeric = false) => ({ key, label, numeric })
  return (
    <Card title={t('details.history')} flush>
      <Told
        title={t('details.bids')}
        none={t('details.noBids')}
        heads={[
          head('category', t('bid.category')),
          head('received', t('bid.received')),
          head('result', t('bid.result')),
          head('award', t('bid.award'), true),
        ]}
        rows={d.bids.map((b) => ({
          key: b.category_id,
          cells: [
            <span key="category" className="grid">
              <TextLink
                look="font-medium"
                to={hrefOf(b.activity, 'categoryDetails', {
                  jobId: b.job_id,
                  categoryId: b.category_id,
                })}
              >
                {b.name}
              </TextLink>
              <span className="text-xs text-ink-3">{`${b.reference} · ${b.job_title}`}</span>
            </span>,
            formatDay(b.received_at, b.timezone),
            b.outcome ? (
              <Badge key="result" tone={b.outcome === 'pass' ? 'ok' : 'bad'}>
                {t(`bid.${b.outcome}`)}
              </Badge>
            ) : (
              t('bid.notYet')
            ),
            b.won
              ? b.amount && b.currency
                ? formatMoney(b.amount, b.currency, i18n.language)
                : t('bid.won')
              : '–',
          ],
        }))}
      />
      <Told
        title={t('details.contracts')}
        none={t('details.noContracts')}
        heads={[
          head('number', t('contract.number')),
          head('status', t('contract.status')),
          head('period', t('contract.period')),
          head('value', t('contract.value'), true),
        ]}
        rows={d.contracts.map((c) => ({
          key: c.id,
          cells: [
            <span key="number" className="grid">
              <TextLink look="font-medium" to={href('contract', { contractId: c.id })}>
                {c.title}
              </TextLink>
              <span className="text-xs text-ink-3">{c.number}</span>
            </span>,
            t(`contracts:status.${c.status}`),
            period(c.starts_on, c.ends_on),
            formatMoney(c.value, c.currency, i18n.language),
          ],
        }))}
      />
      <Told
        title={t('details.cards')}
        none={t('details.noCards')}
        heads={[
          head('contract', t('card.contract')),
          head('period', t('card.period')),
          head('score', t('card.score'), true),
        ]}
        rows={d.scorecards.map((c) => ({
          key: c.contract_id + c.from_on,
          cells: [
            <TextLink key="contract" to={href('contract', { contractId: c.contract_id })}>
              {c.number}
            </TextLink>,
            period(c.from_on, c.until_on),
            formatDecimal(c.score, i18n.language),
          ],
        }))}
      />
      <Told
        title={t('details.visits')}
        none={t('details.noVisits')}
        heads={[
          head('category', t('visit.category')),
          head('result', t('visit.result')),
          head('decided', t('visit.decided')),
          head('expires', t('visit.expires')),
        ]}
        rows={d.visits.map((v) => ({
          key: v.submission_id,
          cells: [
            <TextLink
              key="category"
              to={hrefOf(v.activity, 'categoryDetails', {
                jobId: v.job_id,
                categoryId: v.category_id,
              })}
            >
              {v.name}
            </TextLink>,
            t(`evaluation:visits.statuses.${v.status}`),
            formatDay(v.decided_at, ownZone()),
            v.expires_on ? dayText(v.expires_on) : '–',
          ],
        }))}
      />
    </Card>
  )
}

const Listings = ({ of: d }: Part) => {
  const { t } = useTranslation('world')
  if (!d.listings.length) return null
  return (
    <Banner tone="bad">
      <p className="font-semibold">{t('details.listings')}</p>
      <ul>
        {d.listings.map((one) => (
          <li key={String(one.platform) + one.since}>
            {t(one.platform ? 'details.platform' : 'details.own')},{' '}
            {t('details.untilDay', { date: formatDay(one.until, ownZone()) })}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** All that a buyer sees of a supplier: what it says of itself, and what it has to do with the buyer. */
export default function WorldSupplier() {
  const { t } = useTranslation('world')
  const { href, ids } = useHere()
  const at = useListParams()
  const on = at.get('on')
  const query = useQuery(worldSupplier(ids.supplierId, isDay(on) ? on : undefined))
  return (
    <Load query={query} title={t('title')}>
      {(d) => (
        <Page
          title={d.name}
          crumbs={[{ label: t('details.search'), to: href('world') }]}
          actions={
            <>
              <LinkButton to={href('worldOwners', { supplierId: d.id })}>
                {t('details.ties')}
              </LinkButton>
              {mayI('BLACKLIST_SUPPLIERS') ? (
                <LinkButton to={to(href('blacklist'), { query: { supplier: d.id, name: d.name } })}>
                  {t('details.blacklist')}
                </LinkButton>
              ) : null}
              {mayI('INVITE_SUPPLIERS') ? (
                <LinkButton look="primary" to={href('liveJobs')}>
                  {t('details.invite')}
                </LinkButton>
              ) : null}
            </>
          }
        >
          <div className="grid gap-4">
            <Listings of={d} />
            <div className="grid items-start gap-4 lg:grid-cols-[1fr_340px]">
              <div className="grid min-w-0 gap-4">
                <Card title={t('columns.supplier')}>
                  <Profile of={d} />
                </Card>
                <Owners of={d} />
                <History of={d} />
              </div>
              <div className="grid min-w-0 gap-4">
                <Papers of={d} />
                <Card title={t('details.groups')}>
                  {d.groups.length ? (
                    <ul className="grid gap-1.5 text-sm">
                      {d.groups.map((g) => (
                        <li key={g.name}>
                          {g.name}
                          {g.expires_on ? (
                            <span className="text-ink-3">
                              {' '}
                              {t('details.until', { date: dayText(g.expires_on) })}
                            </span>
                          ) : null}
                        </li>
                      ))}
                    </ul>
                  ) : (
                    <p className="text-sm text-ink-2">{t('details.noGroups')}</p>
                  )}
                </Card>
                <Card title={t('details.categories')}>
                  <ul className="flex flex-wrap gap-1.5 text-sm">
                    {[...d.categories, ...d.supplies].map((name) => (
                      <li key={name} className="rounded-sm bg-sunken px-1.5 py-0.5">
                        {name}
                      </li>
                    ))}
                  </ul>
                  {d.categories.length + d.supplies.length ? null : (
                    <p className="text-sm text-ink-2">{t('details.noCategories')}</p>
                  )}
                </Card>
              </div>
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
