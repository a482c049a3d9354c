import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatDecimal, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { loginHref } from '@zabuni/routing/guard'
import { Anchor, usePublicParams } from '@zabuni/routing/ui/nav'
import { Badge } from '@zabuni/ui/badge'
import { Countdown } from '@zabuni/ui/progress'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { AuthCard, AuthLayout, linkClass } from '../layout.tsx'
import { Closing, Standing, Waiting } from './parts.tsx'
import { documentOf, readTender, recordOf, type TenderDetails } from './queries.ts'

const Part = ({ head, children }: { head: string; children: ReactNode }) => (
  <AuthCard>
    <h2 className="text-lg font-semibold">{head}</h2>
    {children}
  </AuthCard>
)

/** A quantity without the noughts that it is kept with. */
const plain = (quantity: string, language: string) => {
  const short = quantity.replace(/\.?0+$/, '')
  return formatDecimal(short, language, short.split('.')[1]?.length ?? 0)
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-3">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

/** A list of things of one kind, each with its own lines; nothing where there is none. */
const List = <T extends { id: string }>({
  head,
  of,
  children,
}: {
  head: string
  of: readonly T[]
  children: (one: T) => ReactNode
}) =>
  of.length ? (
    <Part head={head}>
      <ul className="grid gap-4">
        {of.map((one) => (
          <li key={one.id} className="grid gap-1 wrap-anywhere">
            {children(one)}
          </li>
        ))}
      </ul>
    </Part>
  ) : null

/** Where a supplier bids for a category, whatever its kind. */
const bidAt = (id: string) => `/supplier/category/${id}`

const Found = ({ found }: { found: TenderDetails }) => {
  const { t, i18n } = useTranslation(['tenders', 'activities'])
  const money = (a: { value: string; currency: string }) =>
    formatMoney(a.value, a.currency, i18n.language)
  const differ =
    new Set(found.lots.filter((lot) => lot.status !== 'cancelled').map((lot) => lot.closes_at))
      .size > 1
  // What leads to a list is complete without anybody to whom it was awarded.
  const standing = (lot: TenderDetails['lots'][number]) =>
    lot.status === 'complete' && !found.awards.some((award) => award.category_id === lot.id)
      ? 'completed'
      : lot.status
  // A category that takes bids is where whoever signs in goes on; of several each leads to its own.
  const open = found.state === 'open' ? found.lots.filter((lot) => lot.status === 'active') : []
  const named = (id: string) => found.lots.find((lot) => lot.id === id)?.title ?? ''
  return (
    <>
      <AuthCard>
        <div className="flex flex-wrap items-center gap-3">
          <Standing state={found.state} />
          <span className="tabular text-sm text-ink-2">
            <Closing tender={found} />
          </span>
          {found.state === 'open' ? (
            <Countdown until={found.closes_at} offset={serverOffset()} />
          ) : null}
        </div>
        {found.description ? (
          <p className="whitespace-pre-line wrap-anywhere">{found.description}</p>
        ) : null}
        <dl className="grid gap-3 sm:grid-cols-2">
          <Fact label={t('kind')}>{t(`activities:words.${found.activity}.name`)}</Fact>
          <Fact label={t('buyer')}>{found.buyer}</Fact>
          <Fact label={t('reference')}>{found.reference}</Fact>
          {found.bidders === undefined ? null : <Fact label={t('bidders')}>{found.bidders}</Fact>}
        </dl>
        {open.length < 2 && found.state === 'open' ? (
          <p>
            <Anchor href={loginHref(open[0] ? bidAt(open[0].id) : '/')} className={linkClass}>
              {t('bid')}
            </Anchor>
          </p>
        ) : null}
      </AuthCard>
      <List head={t('lots')} of={found.lots}>
        {(lot) => (
          <>
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {lot.title}
              <Badge>{t(`lotStates.${standing(lot)}`)}</Badge>
            </p>
            {lot.reserved_group ? <p>{t('reserved', { group: lot.reserved_group })}</p> : null}
            {differ && lot.closes_at && lot.status !== 'cancelled' ? (
              <p className="tabular text-sm text-ink-3">
                {t('closing', { when: formatMoment(lot.closes_at, found.timezone) })}
              </p>
            ) : null}
            {lot.description ? <p className="text-ink-2">{lot.description}</p> : null}
            {lot.fee && lot.status === 'active' ? (
              <p className="tabular text-sm text-ink-2">{t('fee', { fee: money(lot.fee) })}</p>
            ) : null}
            {open.length > 1 && open.includes(lot) ? (
              <p>
                <Anchor href={loginHref(bidAt(lot.id))} className={linkClass}>
                  {t('bid')}
                  <span className="sr-only">: {lot.title}</span>
                </Anchor>
              </p>
            ) : null}
          </>
        )}
      </List>
      <List head={t('awards')} of={found.awards}>
        {(award) => (
          <>
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {award.winner}
              <Badge>{t(`awardStates.${award.status}`)}</Badge>
            </p>
            <p className="tabular text-sm text-ink-2">
              {[named(award.category_id), money(award.amount)].filter(Boolean).join(' · ')}
            </p>
            <p className="tabular text-sm text-ink-3">
              {t('decided', { day: formatDay(award.decided_at, found.timezone) })}
            </p>
          </>
        )}
      </List>
      <List head={t('contracts')} of={found.contracts}>
        {(contract) => (
          <>
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {contract.title}
              <Badge>{t(`contractStates.${contract.status}`)}</Badge>
            </p>
            <p className="tabular text-sm text-ink-2">{money(contract.amount)}</p>
            <p className="tabular text-sm text-ink-3">
              {t('signed', { day: formatDay(contract.signed_at, found.timezone) })}
            </p>
          </>
        )}
      </List>
      <List head={t('items')} of={found.items}>
        {(item) => (
          <>
            <p>{item.description}</p>
            <p className="tabular text-sm text-ink-2">
              {plain(item.quantity, i18n.language)} {item.unit} · {named(item.category_id)}
            </p>
          </>
        )}
      </List>
      <List head={t('documents')} of={found.documents}>
        {(paper) => (
          <a href={documentOf(found.id, paper.id)} className={linkClass}>
            {paper.name}
          </a>
        )}
      </List>
      <List head={t('changes')} of={found.changes}>
        {(change) => (
          <>
            <p className="font-medium">{change.title}</p>
            <p className="whitespace-pre-line text-ink-2">
              {change.closes_at
                ? t('moved', { when: formatMoment(change.closes_at, found.timezone) })
                : change.body}
            </p>
            <p className="tabular text-sm text-ink-3">{formatMoment(change.at, found.timezone)}</p>
          </>
        )}
      </List>
      <List head={t('answers')} of={found.answers}>
        {(answer) => (
          <>
            <p className="font-medium whitespace-pre-line">{answer.question}</p>
            <p className="whitespace-pre-line text-ink-2">{answer.answer}</p>
            <p className="tabular text-sm text-ink-3">
              {formatMoment(answer.answered_at, found.timezone)}
            </p>
          </>
        )}
      </List>
    </>
  )
}

/** A tender as everybody may read it. */
export default function Tender() {
  const { t } = useTranslation('tenders')
  const { jobId = '' } = usePublicParams()
  const [found, setFound] = useState<TenderDetails>()
  const [failure, setFailure] = useState<unknown>()
  const read = useCallback(async () => {
    try {
      setFound(await readTender(jobId))
      setFailure(undefined)
    } catch (error) {
      // 422: the address names what is no name of a tender, and there is no form here to correct.
      const unnamed = (error as { status?: number }).status === 422
      setFailure(unnamed ? { problem: { code: 'not_found' } } : error)
    }
  }, [jobId])
  useEffect(() => void read(), [read])
  return (
    <AuthLayout
      wide
      title={found?.title ?? t('title')}
      footer={
        <p className="flex flex-wrap gap-x-4">
          <Anchor href="/tenders" className={linkClass}>
            {t('list')}
          </Anchor>
          {found ? (
            <a href={recordOf(jobId)} className={linkClass}>
              {t('record')}
            </a>
          ) : null}
        </p>
      }
    >
      {found ? <Found found={found} /> : <Waiting failure={failure} again={() => void read()} />}
    </AuthLayout>
  )
}
