import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDay, formatDecimal, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { TextLink } from '@zabuni/ui/text-link'
import type { ReactNode } from 'react'
import { BaselineText, Saved } from '../saving-parts.tsx'
import { type BaselineEvidence, type Evidence, evidence, type Source } from '../saving-queries.ts'

/** What stands in a row of what a baseline came from; a column that is empty for all of them is not drawn. */
const useColumns = (of: Evidence, sources: readonly Source[]) => {
  const { t, i18n } = useTranslation('savings')
  const { href, ids } = useHere()
  const quantity = (s: Source) =>
    s.quantity
      ? `${formatDecimal(short(s.quantity), i18n.language, short(s.quantity).split('.')[1]?.length ?? 0)} ${s.unit}`
      : ''
  const all: { key: string; numeric?: boolean; cell: (s: Source) => ReactNode }[] = [
    { key: 'supplier', cell: (s) => s.supplier },
    {
      key: 'item',
      cell: (s) => [s.item_number, s.item].filter(Boolean).join(' · '),
    },
    {
      key: 'from',
      cell: (s) =>
        s.category_id ? (
          <TextLink
            to={href('savingEvidence', { buyerId: ids.buyerId, categoryId: s.category_id })}
          >
            {s.reference || s.category_name}
          </TextLink>
        ) : (
          ''
        ),
    },
    { key: 'bid', cell: (s) => s.bid ?? '' },
    { key: 'at', cell: (s) => (s.at ? formatMoment(s.at, of.timezone) : '') },
    { key: 'quantity', numeric: true, cell: quantity },
    {
      key: 'unitPrice',
      numeric: true,
      cell: (s) => (s.unit_price ? formatMoney(s.unit_price, of.currency, i18n.language) : ''),
    },
    {
      key: 'amount',
      numeric: true,
      cell: (s) => formatMoney(s.amount, of.currency, i18n.language),
    },
  ]
  const used = all.filter(({ cell }) => sources.some((s) => cell(s) !== ''))
  return used.map((column) => ({ ...column, label: t(`sources.${column.key as 'amount'}`) }))
}

const Against = ({ of, one }: { of: Evidence; one: BaselineEvidence }) => {
  const { t } = useTranslation('savings')
  const heads = useColumns(of, one.sources)
  const name = t(`baselines.${one.kind}`)
  return (
    <Card title={name} flush>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-ink-2">{t(`about.${one.kind}`)}</p>
        <Facts
          items={[
            {
              label: t('baseline'),
              value: <BaselineText of={one} currency={of.currency} />,
            },
            {
              label: t('columns.saved'),
              value: <Saved of={one} currency={of.currency} />,
            },
          ]}
        />
      </div>
      {heads.length > 1 ? (
        <div className="border-t border-line">
          <TableFrame caption={t('sources.of', { baseline: name })} heads={heads}>
            {one.sources.map((s, i) => (
              <PlainRow key={i} heads={heads} cells={heads.map(({ cell }) => cell(s))} />
            ))}
          </TableFrame>
        </div>
      ) : null}
    </Card>
  )
}

/** An award against each of its baselines, with the rows that they came from. */
export default function SavingEvidenceScreen() {
  const { t, i18n } = useTranslation('savings')
  const { desk, href, hrefOf, ids } = useHere()
  const words = useWords()
  const list = href('savings', { buyerId: ids.buyerId })
  return (
    <Load query={useQuery(evidence(ids.categoryId))} title={t('title')}>
      {(of) => (
        <Page
          title={of.name}
          subtitle={[of.reference, of.job_title].filter(Boolean).join(' · ')}
          crumbs={[
            ...(desk === 'operator' ? [{ label: t('title'), to: href('savingsBuyers') }] : []),
            { label: desk === 'operator' ? t('ofBuyer') : t('title'), to: list },
          ]}
          actions={
            <LinkButton
              to={hrefOf(of.activity, 'categoryDetails', {
                jobId: of.job_id,
                categoryId: ids.categoryId,
              })}
            >
              {t('toCategory')}
            </LinkButton>
          }
        >
          <div className="grid gap-4">
            <Card title={t('award')}>
              <Facts
                items={[
                  { label: t('columns.activity'), value: words(of.activity, 'name') },
                  {
                    label: t('columns.decided'),
                    value: formatDay(of.awarded_at, of.timezone),
                  },
                  {
                    label: t('columns.awarded'),
                    value: formatMoney(of.awarded, of.currency, i18n.language),
                  },
                  { label: t('direction'), value: t(of.sold ? 'soldNote' : 'boughtNote') },
                ]}
              />
            </Card>
            {of.baselines.map((one) => (
              <Against key={one.kind} of={of} one={one} />
            ))}
          </div>
        </Page>
      )}
    </Load>
  )
}
