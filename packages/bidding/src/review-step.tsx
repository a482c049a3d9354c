import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatDecimal, formatMoney } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { type Head, PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { CircleAlertIcon, CircleCheckIcon, PencilIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useQuantity } from './criteria-view.tsx'
import { Given } from './given.tsx'
import { ReceiptCard, ReceiptLine } from './receipt-card.tsx'
import { gapHref, type Step } from './steps.ts'
import { keptKey, type Outcome } from './submit.ts'
import { useBidWork } from './use-draft.ts'

const Missing = ({ steps }: { steps: readonly Step[] }) => {
  const { t } = useTranslation('bidding')
  const { gaps } = useBidWork()
  return (
    <Card title={t('review.missingTitle', { count: gaps.length })}>
      <p className="mb-3 text-sm text-ink-2">{t('review.missingBody')}</p>
      <ul className="grid gap-1.5 text-sm">
        {gaps.slice(0, 100).map((gap) => {
          const way = gapHref(steps, gap)
          const name = gap.question?.prompt ?? `${gap.line?.number} · ${gap.line?.description}`
          return (
            <li key={gap.question?.id ?? gap.line?.item_id} className="flex items-start gap-2">
              <CircleAlertIcon aria-hidden="true" size={15} className="mt-0.5 shrink-0 text-bad" />
              <span>
                {way ? (
                  <Link to={way} className="font-medium underline underline-offset-2">
                    {name}
                  </Link>
                ) : (
                  <span className="font-medium">{name}</span>
                )}
                <span className="text-ink-3"> · {gap.section?.name ?? t('steps.financial')}</span>
              </span>
            </li>
          )
        })}
      </ul>
      {gaps.length > 100 ? (
        <p className="mt-2 text-sm text-ink-2">{t('excel.more', { count: gaps.length - 100 })}</p>
      ) : null}
    </Card>
  )
}

/** The way back to a step, while it can still be changed. */
const Change = ({ step }: { step: Step | undefined }) => {
  const { t } = useTranslation('bidding')
  const { open } = useBidWork()
  return open && step ? (
    <LinkButton
      look="ghost"
      size="sm"
      to={step.to}
      icon={<PencilIcon aria-hidden="true" size={13} />}
    >
      {t('review.change')}
    </LinkButton>
  ) : null
}

const Documents = () => {
  const { t } = useTranslation('bidding')
  const { bid, answered } = useBidWork()
  const asked = bid.sections
    .flatMap((s) => s.questions)
    .filter((q) => q.response_type === 'file_upload')
  if (!asked.length) return null
  return (
    <Card title={t('review.documents')}>
      <ul className="grid gap-2 text-sm">
        {asked.map((q) => {
          const there = answered(q)
          const Icon = there ? CircleCheckIcon : CircleAlertIcon
          return (
            <li key={q.id} className="flex items-start gap-2">
              <Icon
                aria-hidden="true"
                size={15}
                className={`mt-0.5 shrink-0 ${there ? 'text-ok' : q.must_answer ? 'text-bad' : 'text-ink-3'}`}
              />
              <span>
                {q.prompt}
                <span className="text-ink-3">
                  {' · '}
                  {there
                    ? t('review.files', { count: q.files.length })
                    : q.must_answer
                      ? t('review.missing')
                      : t('review.optional')}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const Absent = () => {
  const { t } = useTranslation('bidding')
  return <span className="text-bad">{t('review.missing')}</span>
}

const Prices = ({ step }: { step: Step | undefined }) => {
  const { t, i18n } = useTranslation('bidding')
  const { bid, price, amount, sum, gaps } = useBidWork()
  const quantity = useQuantity()
  const decimals = (value: string) =>
    formatDecimal(value, i18n.language, Math.max(2, (value.split('.')[1] ?? '').length))
  if (!bid.lines.length) return null
  // What nobody has to offer is left out, not missing.
  const absent = gaps.some(({ line }) => line) ? <Absent /> : '–'
  const heads: readonly Head[] = [
    { key: 'description', label: t('items.description') },
    { key: 'quantity', label: t('items.quantity'), numeric: true },
    { key: 'price', label: t('items.unitPrice'), numeric: true },
    { key: 'amount', label: t('items.amount'), numeric: true },
  ]
  return (
    <Card title={t('steps.financial')} flush actions={<Change step={step} />}>
      <TableFrame caption={t('items.caption')} heads={heads}>
        {bid.lines.slice(0, 200).map((line) => {
          const { unit_price, remarks } = price(line)
          const total = amount(line)
          return (
            <PlainRow
              key={line.item_id}
              heads={heads}
              cells={[
                <span key="what">
                  {line.number} · {line.description}
                  {remarks ? <span className="block text-xs text-ink-3">{remarks}</span> : null}
                </span>,
                `${quantity(line.quantity)} ${line.unit}`,
                unit_price ? decimals(unit_price) : absent,
                total === null ? absent : formatDecimal(total, i18n.language),
              ]}
            />
          )
        })}
      </TableFrame>
      <p className="flex flex-wrap justify-between gap-3 rounded-b-lg border-t border-line bg-canvas px-4 py-3 text-sm">
        <span className="text-ink-2">
          {bid.lines.length > 200
            ? t('excel.more', { count: bid.lines.length - 200 })
            : t('items.total')}
        </span>
        <span className="tabular text-lg font-semibold">
          {formatMoney(sum, bid.currency, i18n.language)}
        </span>
      </p>
    </Card>
  )
}

/** Everything once more before it is sealed: what is missing, what is there, and the proof once it is in. */
export const ReviewStep = ({ steps, outcome }: { steps: readonly Step[]; outcome: Outcome }) => {
  const { href } = useHere()
  const { t } = useTranslation('bidding')
  const { bid, gaps, open } = useBidWork()
  const [latest, ...earlier] = bid.receipts
  const given = (
    <>
      <Documents />
      {steps
        .filter((s) => s.section)
        .map((step) => (
          <Card key={step.key} title={step.label} actions={<Change step={step} />}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {step.section?.questions.map((question) => (
                <Given key={question.id} question={question} />
              ))}
            </div>
          </Card>
        ))}
      <Prices step={steps.find((s) => s.kind === 'financial')} />
    </>
  )
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="step-title" tabIndex={-1} className="text-lg font-semibold outline-none">
        {t('steps.review')}
      </h2>
      {open && latest && bid.changed && !latest.set_aside ? (
        <Banner tone="warn">{t('review.changed', { version: latest.version })}</Banner>
      ) : null}
      {open && outcome.kind === 'idle' && keptKey(bid) ? (
        <Banner tone="warn">{t('submit.unknown')}</Banner>
      ) : null}
      {latest ? (
        <ReceiptCard
          key={latest.submission_id}
          receipt={latest}
          bid={bid}
          fresh={outcome.kind === 'received'}
        />
      ) : null}
      {open && latest ? (
        <p className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
          {bid.changed || latest.set_aside ? null : t('review.amend')}
          <LinkButton size="sm" look="ghost" to={href('withdraw', { categoryId: bid.category_id })}>
            {t('withdraw.title')}
          </LinkButton>
        </p>
      ) : null}
      {open && gaps.length ? <Missing steps={steps} /> : null}
      {!open && latest && bid.changed ? (
        <section aria-labelledby="unsent" className="grid min-w-0 gap-4">
          <h3 id="unsent" className="mt-2 text-base font-semibold">
            {t('review.unsentTitle')}
          </h3>
          <Banner tone="warn">{t('review.unsent', { version: latest.version })}</Banner>
          <div data-unsent="" className="group grid min-w-0 gap-4 [&_td]:line-through">
            {given}
          </div>
        </section>
      ) : (
        given
      )}
      {earlier.length ? (
        <Card title={t('receipt.earlier')}>
          <ul className="grid gap-3">
            {earlier.map((receipt) => (
              <ReceiptLine key={receipt.submission_id} receipt={receipt} bid={bid} />
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  )
}
