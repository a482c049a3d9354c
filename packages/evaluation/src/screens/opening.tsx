import { useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { ended } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { useProof } from '@zabuni/routing/ui/proof'
import { useAct } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge, StatusDot } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { cx } from '@zabuni/ui/cx'
import { LinkButton } from '@zabuni/ui/link-button'
import { type Head, PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { toast } from '@zabuni/ui/toast'
import { LockIcon, LockOpenIcon } from 'lucide-react'
import { useState } from 'react'
import { EvaluationFrame } from '../frame.tsx'
import { onlyRoom } from '../next-step.ts'
import { confirmOpening, type Desk, type Envelope, signMinutes } from '../queries.ts'
import { Terms } from '../terms.tsx'
import { WithheldNote } from '../withheld.tsx'

const minute = 60_000

/** Whether an envelope's turn has come: it is the next one, and what was opened before it is judged. */
const ready = (d: Desk, envelope: Envelope): boolean => d.next_envelope === envelope && d.settled

/** Those who gave their word for an opening and are still counted. */
const given = (d: Desk, envelope: Envelope) => {
  const opening = d.openings.find((o) => o.envelope === envelope)
  return (opening?.people ?? []).filter(
    (p) => opening?.opened_at || serverNow() - Date.parse(p.at) < 30 * minute,
  )
}

/** What I may do with an envelope now: sign its minutes, or give my word once. */
const actOn = (d: Desk, envelope: Envelope): 'sign' | 'confirm' | null => {
  const mine = given(d, envelope).find((p) => p.id === session()?.user_id)
  if (d.openings.some((o) => o.envelope === envelope && o.opened_at))
    return mine && !mine.signed_at ? 'sign' : null
  const waits = mine && given(d, envelope).length < d.openers
  return mayHere(d.activity, 'open') && d.openers > 0 && ready(d, envelope) && !waits
    ? 'confirm'
    : null
}

const Session = ({ d, envelope }: { d: Desk; envelope: Envelope }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const { run, busy, banner } = useAct()
  const { withProof, proofDialog } = useProof()
  const opening = d.openings.find((o) => o.envelope === envelope)
  const opened = opening?.opened_at
  const missing = Math.max(d.openers - given(d, envelope).length, 0)
  const act = actOn(d, envelope)
  // One act is the loudest on the screen: the first that waits.
  const first = d.policy.envelopes.find((e) => actOn(d, e.name))?.name === envelope
  // The clock opens, one person does, or several do together.
  const waits =
    d.openers === 0
      ? 'opening.byTheClock'
      : !mayHere(d.activity, 'open')
        ? 'opening.others'
        : d.openers === 1
          ? 'opening.alone'
          : missing > 0
            ? 'opening.missing'
            : 'opening.enough'
  const refresh = () => client.invalidateQueries({ queryKey: keys.category(d.category_id) })
  const [asking, setAsking] = useState(false)
  const confirm = async () => {
    const decision = await withProof(() => confirmOpening(d.category_id, envelope))
    setAsking(false)
    await refresh()
    toast('ok', decision.opened ? t('opening.done') : t('opening.noted'))
  }
  const sign = () =>
    run(async () => {
      await withProof(() => signMinutes(d.category_id, envelope))
      await refresh()
      toast('ok', t('opening.signed'))
    })
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {opened ? (
            <LockOpenIcon size={16} aria-hidden="true" />
          ) : (
            <LockIcon size={16} aria-hidden="true" />
          )}
          {t(`envelope.${envelope}`)}
        </span>
      }
      actions={
        <Badge tone={opened ? 'ok' : 'neutral'}>
          {opened ? t('opening.opened') : t('opening.sealed')}
        </Badge>
      }
      footer={
        act ? (
          <Button
            look={first ? 'primary' : 'secondary'}
            busy={busy}
            onClick={act === 'sign' ? sign : () => setAsking(true)}
          >
            {t(`opening.${act}`)}
          </Button>
        ) : undefined
      }
    >
      <div className="grid gap-4">
        {banner}
        {proofDialog}
        {!opened && !ready(d, envelope) ? (
          <p className="text-ink-2">
            {t(
              ended(d)
                ? d.closing_count
                  ? 'opening.over'
                  : 'opening.nothing'
                : d.policy.envelopes[0]?.name === envelope
                  ? 'opening.waits.first'
                  : 'opening.waits.later',
            )}
          </p>
        ) : null}
        {!opened && ready(d, envelope) ? (
          <p className="text-ink-2">{t(waits, { count: missing, of: d.openers })}</p>
        ) : null}
        {opening?.people.length ? (
          <ul className="grid gap-2">
            {opening.people.map((p) => (
              <li key={p.id} className="flex flex-wrap items-baseline justify-between gap-2">
                <StatusDot tone={p.signed_at ? 'ok' : 'info'}>{p.name}</StatusDot>
                <span className="text-sm text-ink-2">
                  {formatMoment(p.at, d.timezone)}
                  {p.signed_at
                    ? ` · ${t('opening.signedAt', { at: formatMoment(p.signed_at, d.timezone) })}`
                    : ''}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <AskDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={t('opening.confirm')}
          description={<Word d={d} envelope={envelope} missing={missing - 1} />}
          action={t('opening.confirm')}
          send={confirm}
        />
      </div>
    </Card>
  )
}

/** Who opens what, and what comes of it: read before the word is given. */
const Word = ({ d, envelope, missing }: { d: Desk; envelope: Envelope; missing: number }) => {
  const { t } = useTranslation('evaluation')
  const me = session()
  const rows = [
    { label: t('steps.by'), value: me ? `${me.first_name} ${me.last_name}` : '' },
    { label: t('opening.what'), value: `${t(`envelope.${envelope}`)} · ${d.name}` },
    { label: t('minutes.received'), value: String(d.closing_count ?? 0) },
  ]
  return (
    <span className="grid gap-3">
      <span>{missing > 0 ? t('opening.askMore', { count: missing }) : t('opening.askLast')}</span>
      <Terms rows={rows} />
    </span>
  )
}

const Minutes = ({ d }: { d: Desk }) => {
  const { t, i18n } = useTranslation('evaluation')
  const priced = d.bids.some((b) => b.priced_at)
  const heads: readonly Head[] = [
    { key: 'position', label: t('minutes.no') },
    { key: 'supplier', label: t('columns.supplier') },
    { key: 'received', label: t('minutes.receivedAt') },
    { key: 'version', label: t('minutes.version'), numeric: true },
    ...(priced ? [{ key: 'price', label: t('minutes.price'), numeric: true }] : []),
  ]
  return (
    <Card title={t('minutes.title')}>
      <div className="grid gap-5">
        <Facts
          items={[
            {
              label: t('minutes.closed'),
              value: d.closed_at ? formatMoment(d.closed_at, d.timezone) : '—',
            },
            ...d.openings.flatMap((o) =>
              o.opened_at
                ? [
                    {
                      label: t('minutes.openedAt', { envelope: t(`envelope.${o.envelope}`) }),
                      value: formatMoment(o.opened_at, d.timezone),
                    },
                  ]
                : [],
            ),
            { label: t('minutes.zone'), value: d.timezone },
            { label: t('minutes.received'), value: String(d.closing_count ?? 0) },
            {
              label: t('minutes.openers'),
              value: d.openers ? String(d.openers) : t('minutes.byClock'),
            },
          ]}
        />
        {d.closing_note ? (
          <details>
            <summary className="text-sm font-medium">{t('minutes.note')}</summary>
            <p className="mt-1 text-sm text-ink-2">{t('minutes.noteHint')}</p>
            <pre className="mt-2 rounded-md bg-sunken p-3 text-xs break-all whitespace-pre-wrap">
              {d.closing_note}
            </pre>
          </details>
        ) : null}
        {d.bids.length ? (
          <TableFrame caption={t('minutes.bids')} heads={heads}>
            {d.bids.map((b) => (
              <PlainRow
                key={b.submission_id}
                heads={heads}
                cells={[
                  b.position,
                  b.supplier_name,
                  formatMoment(b.received_at, d.timezone),
                  b.version,
                  b.read_out === undefined
                    ? t(d.withheld && b.priced_at ? 'minutes.withheld' : 'minutes.notReadOut')
                    : formatMoney(b.read_out, b.currency ?? d.currency, i18n.language),
                ]}
              />
            ))}
          </TableFrame>
        ) : null}
        {d.withdrawn.map((w) => (
          <p key={w.supplier_name} className="text-sm text-ink-2">
            {t('minutes.withdrawn', {
              supplier: w.supplier_name,
              at: formatMoment(w.at, d.timezone),
            })}
          </p>
        ))}
      </div>
    </Card>
  )
}

/** That nobody bid, and how to ask again. */
const NoBids = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  if (d.status !== 'unsuccessful') return null
  const again = href('categoryDuplicate', { jobId: d.job_id, categoryId: d.category_id })
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {t('opening.noBids', { at: formatMoment(d.closes_at, d.timezone) })}
        <LinkButton size="sm" to={again}>
          {t('opening.again')}
        </LinkButton>
      </span>
    </Banner>
  )
}

/** The opening of a category's envelopes, by several people, with its minutes. */
export default function Opening() {
  const { t } = useTranslation('evaluation')
  return (
    <EvaluationFrame tab="opening">
      {(d) => (
        <div className="grid gap-4">
          {d.status === 'open' || d.status === 'approved' ? (
            <Banner tone="info">
              {t('opening.notYet', { at: formatMoment(d.closes_at, d.timezone) })}
            </Banner>
          ) : null}
          {ended(d) && !d.closing_count ? <NoBids d={d} /> : null}
          <div className={cx('grid gap-4', d.policy.envelopes.length > 1 && 'lg:grid-cols-2')}>
            {d.policy.envelopes.map((e) => (
              <Session key={e.name} d={d} envelope={e.name} />
            ))}
          </div>
          {onlyRoom(d.policy) ? <Banner tone="info">{t('onlyRoom.body')}</Banner> : null}
          <WithheldNote d={d} />
          <Minutes d={d} />
        </div>
      )}
    </EvaluationFrame>
  )
}
