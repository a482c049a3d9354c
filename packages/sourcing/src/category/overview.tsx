import { useQuery } from '@tanstack/react-query'
import { ended, lifeSteps, nextDate, reached, unpublished } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { serverNow, serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { isZero, short, sum } from '@zabuni/i18n/decimal'
import { formatMoment, formatMoney, formatPercent } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts, Stats } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Countdown, LifeLine } from '@zabuni/ui/progress'
import { LockKeyholeIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Addenda } from '../addenda.tsx'
import { Attachments } from '../attachments.tsx'
import { Clarifications } from '../clarifications.tsx'
import { FindingsCard } from '../findings-card.tsx'
import { IntakeCard } from '../intake.tsx'
import { closedWith, reservedGroups } from '../queries.ts'
import type { TabProps } from './frame.tsx'

const TermsCard = ({ found, policy }: TabProps) => {
  const { t, i18n } = useTranslation(['sourcing', 'activities'])
  const has = (name: Schemas['ActivityPolicy']['fields'][number]) => policy.fields.includes(name)
  const money = (amount: string) => formatMoney(amount, found.currency, i18n.language)
  const percent = (value: string) => formatPercent(short(value), i18n.language)
  const formula = found.price_formula
  const groups = useQuery({ ...reservedGroups, enabled: !!found.reserved_for }).data?.items
  const group = groups?.find((g) => g.id === found.reserved_for)?.name
  const rows = [
    { label: t('categoryForm.type'), value: found.category_type || '–' },
    ...(found.group ? [{ label: t('categoryForm.group'), value: found.group }] : []),
    { label: t('categoryForm.opens'), value: formatMoment(found.opens_at, found.timezone) },
    { label: t('categoryForm.closes'), value: formatMoment(found.closes_at, found.timezone) },
    ...(has('bid_fee')
      ? [
          {
            label: t('categoryForm.bidFee'),
            value: isZero(found.bid_fee) ? t('category.noFee') : money(found.bid_fee),
          },
        ]
      : []),
    ...(found.estimate
      ? [{ label: t('categoryForm.estimate'), value: money(found.estimate) }]
      : []),
    ...(has('technical_weight')
      ? [
          { label: t('categoryForm.technical'), value: percent(found.technical_weight) },
          { label: t('categoryForm.financial'), value: percent(found.financial_weight) },
        ]
      : []),
    ...(has('pass_mark')
      ? [{ label: t('categoryForm.passMark'), value: percent(found.pass_mark) }]
      : []),
    ...(has('price_formula')
      ? [
          {
            label: t('categoryForm.formula'),
            value: t(`activities:compared.formulas.${formula}.name`),
          },
        ]
      : []),
    {
      label: t('categoryForm.access'),
      value: found.invited_only ? t('category.invitedOnly') : t('category.anybody'),
    },
    ...(group ? [{ label: t('categoryForm.reserved'), value: group }] : []),
  ]
  return (
    <Card title={t('facts.terms')}>
      <Facts items={rows} />
    </Card>
  )
}

const SealCard = ({ found }: TabProps) => {
  const { t } = useTranslation('sourcing')
  const envelopes = found.policy.envelopes
  if (!envelopes.length) return null
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <LockKeyholeIcon aria-hidden="true" size={15} className="text-brand" />
          {t('seal.title')}
        </span>
      }
    >
      <div className="grid gap-3 text-sm">
        <ul className="flex flex-wrap gap-2">
          {envelopes.map((envelope) => (
            <li
              key={envelope.name}
              className="rounded-md border border-line bg-canvas px-2 py-1 text-xs font-medium"
            >
              {t(`seal.${envelope.name}`)}
            </li>
          ))}
        </ul>
        <p className="text-ink-2">
          {t('seal.body', { at: formatMoment(found.closes_at, found.timezone) })}{' '}
          {t('seal.openers', { count: found.openers })}
        </p>
        {found.criteria_hash ? (
          <dl className="grid gap-0.5">
            <dt className="text-xs text-ink-3">{t('seal.hash')}</dt>
            <dd className="font-mono text-xs break-all">{found.criteria_hash}</dd>
          </dl>
        ) : (
          <p className="text-xs text-ink-3">{t('seal.hashLater')}</p>
        )}
      </div>
    </Card>
  )
}

const Texts = ({ found }: Pick<TabProps, 'found'>) => {
  const { t } = useTranslation('sourcing')
  const texts = [
    [t('categoryForm.description'), found.description],
    [t('categoryForm.instructions'), found.instructions],
  ].filter(([, text]) => text)
  return texts.map(([title, text]) => (
    <Card key={title} title={title}>
      <p className="max-w-prose whitespace-pre-line">{text}</p>
    </Card>
  ))
}

/** That a category ended without an award, why, and how to begin again. */
const Unsuccessful = ({ found, bids }: Pick<TabProps, 'found'> & { bids: number | undefined }) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const again = href('categoryDuplicate', { jobId: found.job_id, categoryId: found.id })
  const at = formatMoment(found.closes_at, found.timezone)
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>{bids === 0 ? t('ended.noBids', { at }) : t('ended.noAward')}</span>
        <LinkButton size="sm" to={again}>
          {t('ended.again')}
        </LinkButton>
      </span>
    </Banner>
  )
}

/** Where the category stands, what comes next, and what still keeps it from being published. */
export const Overview = ({ found, policy }: TabProps) => {
  const { t } = useTranslation(['sourcing', 'activities'])
  const findings = useRef<HTMLDivElement>(null)
  const intake = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused publishing leads here anew
  useEffect(() => {
    if (hash === '#findings') findings.current?.focus()
    if (hash === '#intake') intake.current?.focus()
  }, [hash, key])
  const failed = found.status === 'unsuccessful'
  const bids = useQuery({ ...closedWith(found.id), enabled: failed }).data
  const next = nextDate([found], serverNow())
  const questions = found.sections.flatMap((s) => s.questions)
  const points = sum(questions.map((q) => (q.scored ? q.max_score : undefined)))
  return (
    <div className="grid gap-4">
      {found.cancel_reason ? (
        <Banner tone="warn">{t('cancelJob.was', { reason: found.cancel_reason })}</Banner>
      ) : null}
      {failed ? <Unsuccessful found={found} bids={bids} /> : null}
      {found.status === 'hidden' ? <Banner tone="info">{t('approval.waiting')}</Banner> : null}
      <Card>
        <LifeLine
          label={t('activities:life.label')}
          zone={found.timezone}
          steps={lifeSteps(
            policy,
            reached(policy, found, !!bids),
            { open: found.opens_at, closed: found.closed_at ?? found.closes_at },
            (step) => t(`activities:life.${step}`),
            ended(found) ? t(`activities:categoryStatus.${found.status}`) : undefined,
          )}
        />
      </Card>
      <Stats
        items={[
          {
            label: next ? t(`stats.${next.key}`) : t('stats.next'),
            value: next ? <Countdown until={next.at} offset={serverOffset()} /> : '–',
            note: next ? formatMoment(next.at, found.timezone) : t('stats.nothingNext'),
          },
          ...(policy.steps.includes('criteria')
            ? [
                {
                  label: t('stats.questions'),
                  value: questions.length,
                  note: t('stats.points', { points }),
                },
              ]
            : []),
          ...(policy.steps.includes('items')
            ? [{ label: t('stats.items'), value: found.items.length }]
            : []),
          { label: t('stats.invited'), value: found.invited },
        ]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-4">
          {unpublished(found) ? (
            <FindingsCard ref={findings} category={found} findings={found.findings} />
          ) : null}
          <div ref={intake} tabIndex={-1} className="rounded-lg outline-offset-2 empty:hidden">
            <IntakeCard found={found} />
          </div>
          {found.closing_changes.length ? (
            <Card title={t('extend.history')}>
              <ul className="grid gap-3 text-sm">
                {found.closing_changes.map((change) => (
                  <li key={change.at} className="grid gap-0.5">
                    <span className="font-medium">
                      {t('extend.change', {
                        from: formatMoment(change.from, found.timezone),
                        to: formatMoment(change.to, found.timezone),
                      })}
                    </span>
                    <span className="text-ink-2">{change.reason}</span>
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
          <Texts found={found} />
          <Attachments found={found} />
          {unpublished(found) ? null : <Addenda found={found} />}
          {unpublished(found) ? null : <Clarifications found={found} />}
          <SealCard found={found} policy={policy} />
        </div>
        <TermsCard found={found} policy={policy} />
      </div>
    </div>
  )
}
