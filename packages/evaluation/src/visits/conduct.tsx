import { useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useOnline } from '@zabuni/api/online'
import type { Held } from '@zabuni/api/outbox'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatTime } from '@zabuni/i18n/format'
import { faultText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { cx } from '@zabuni/ui/cx'
import { EmptyState } from '@zabuni/ui/empty'
import { InputField } from '@zabuni/ui/field'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { ProgressBar } from '@zabuni/ui/progress'
import { MapPinIcon, MapPinOffIcon } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import type { VisitCell, VisitSheet } from '../queries.ts'
import { LoadSheet, useBack } from './frame.tsx'
import { TakePhotos } from './photos.tsx'
import { VisitBadge, VisitStep } from './status.tsx'
import {
  ARRIVAL,
  answerKey,
  type Came,
  type Found,
  foundText,
  readFound,
  savedOf,
  type VisitWork,
  workOf,
} from './work.ts'

const useWork = (sheet: VisitSheet) => {
  const work = workOf(useQueryClient(), sheet)
  const { outbox, uploads } = work
  const status = useSyncExternalStore(outbox.subscribe, outbox.status)
  const pending = useSyncExternalStore(outbox.subscribe, outbox.pending)
  const held = useSyncExternalStore(outbox.subscribe, outbox.held)
  const moving = useSyncExternalStore(uploads.subscribe, uploads.list)
  const found = (cell: VisitCell): Found => {
    const typed = pending.get(answerKey(cell.id))
    return typed ? readFound(typed.value) : savedOf(cell)
  }
  const came = pending.get(ARRIVAL)
  const arrival = came && (JSON.parse(came.value) as Came)
  return { work, status, pending, held, moving, found, arrival }
}
type Work = ReturnType<typeof useWork>

/** Whether what was found is safe, and where. */
const Saved = ({ status, moving }: Work) => {
  const { t } = useTranslation('evaluation')
  const online = useOnline()
  const waiting = (status.kind === 'waiting' ? status.count : 0) + moving.length
  return (
    <p
      role="status"
      className={cx(
        'text-sm',
        status.kind === 'held' || status.kind === 'stopped' ? 'text-bad' : 'text-ink-2',
      )}
    >
      {status.kind === 'stopped'
        ? faultText({ code: status.reason })
        : status.kind === 'held'
          ? t('visits.save.held', { count: status.count })
          : waiting
            ? t(online ? 'visits.save.waiting' : 'visits.save.offline', { count: waiting })
            : status.kind === 'saving'
              ? t('visits.save.saving')
              : status.kind === 'saved' && status.at
                ? t('visits.save.saved', { time: formatTime(status.at) })
                : t('visits.save.nothing')}
    </p>
  )
}

const positionNow = () =>
  new Promise<NonNullable<Came['position']> | undefined>((done) => {
    if (!navigator.geolocation) return done(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => done({ latitude, longitude }),
      () => done(undefined),
      { enableHighAccuracy: true, timeout: 8000, maximumAge: 60_000 },
    )
  })

const Arrival = ({
  sheet,
  work,
  arrival,
}: { sheet: VisitSheet } & Pick<Work, 'work' | 'arrival'>) => {
  const { t } = useTranslation('evaluation')
  const [consent, setConsent] = useState(false)
  const [busy, setBusy] = useState(false)
  const at = sheet.arrived_at ?? arrival?.at
  if (at)
    return (
      <div className="grid gap-2">
        <p className="flex items-center gap-2 text-sm text-ink-2">
          <MapPinIcon aria-hidden="true" size={15} className="shrink-0 text-ok" />
          {t('visits.arrivedAt', { at: formatMoment(at, sheet.timezone) })}
        </p>
        {arrival?.consent && !arrival.position ? (
          <Banner tone="info">{t('visits.noPosition')}</Banner>
        ) : null}
      </div>
    )
  const come = async () => {
    setBusy(true)
    const now = new Date().toISOString()
    const position = consent ? await positionNow() : undefined
    const came: Came = { at: now, consent, ...(position ? { position } : {}) }
    await work.outbox.put(ARRIVAL, JSON.stringify(came), 0)
    setBusy(false)
  }
  return (
    <Card title={t('visits.hereTitle')}>
      <div className="grid gap-3">
        <p className="text-sm text-ink-2">{t('visits.hereBody')}</p>
        <Checkbox
          label={t('visits.consent')}
          checked={consent}
          onChange={(e) => setConsent(e.target.checked)}
        />
        <Button look="primary" busy={busy} onClick={come}>
          {t('visits.here')}
        </Button>
      </div>
    </Card>
  )
}

const YES_NO = ['yes', 'no'] as const

/** Two large targets: it is answered standing, with a thumb. */
const YesNo = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => {
  const { t } = useTranslation('evaluation')
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {YES_NO.map((option) => (
          <label
            key={option}
            className={cx(
              'flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-md border px-3 font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
              value === option ? 'border-brand bg-brand-soft' : 'border-control bg-surface',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={value === option}
              onChange={() => onChange(option)}
              className="size-4 accent-brand"
            />
            {t(`visits.${option}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const Conflict = ({ id, why, work }: { id: string; why: Held; work: VisitWork }) => {
  const { t, i18n } = useTranslation('evaluation')
  if (why.kind === 'refused')
    return (
      <Banner tone="bad">
        {faultText({ code: why.code, ...(why.params ? { params: why.params } : {}) }, i18n)}
      </Banner>
    )
  const theirs = readFound(why.theirs)
  const word =
    theirs.value === 'yes' || theirs.value === 'no' ? t(`visits.${theirs.value}`) : theirs.value
  return (
    <Banner tone="warn">
      <span className="grid gap-2">
        {t('visits.conflict', { theirs: [word, theirs.note].filter(Boolean).join(' · ') })}
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void work.outbox.resolve(answerKey(id), 'mine')}>
            {t('visits.mine')}
          </Button>
          <Button size="sm" onClick={() => void work.outbox.resolve(answerKey(id), 'theirs')}>
            {t('visits.theirs')}
          </Button>
        </span>
      </span>
    </Banner>
  )
}

/** One question, answered where one stands. */
const Question = ({ sheet, cell, w }: { sheet: VisitSheet; cell: VisitCell; w: Work }) => {
  const { t } = useTranslation('evaluation')
  const found = w.found(cell)
  const why = w.held.get(answerKey(cell.id))
  const put = (part: Partial<Found>) =>
    void w.work.outbox.put(
      answerKey(cell.id),
      foundText({ ...found, ...part }),
      cell.answer?.version ?? 0,
    )
  const label = t(cell.published ? 'visits.holds' : 'visits.answer')
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <h2 className="text-lg font-semibold break-words">{cell.prompt}</h2>
        {cell.help ? <p className="break-words text-ink-2">{cell.help}</p> : null}
      </div>
      {cell.published ? (
        <p className="rounded-md border border-line bg-canvas px-3 py-2 text-sm break-words whitespace-pre-wrap">
          {cell.claim ? (
            <>
              <span className="block text-xs text-ink-3">{t('visits.claim')}</span>
              {cell.claim}
            </>
          ) : (
            t('visits.noClaim')
          )}
        </p>
      ) : null}
      {why ? <Conflict id={cell.id} why={why} work={w.work} /> : null}
      {cell.kind === 'yes_no' ? (
        <YesNo label={label} value={found.value} onChange={(value) => put({ value })} />
      ) : cell.kind === 'number' ? (
        <InputField
          label={label}
          inputMode="decimal"
          value={found.value}
          onChange={(e) => put({ value: e.target.value })}
        />
      ) : (
        <TextareaField
          label={label}
          rows={3}
          value={found.value}
          onChange={(e) => put({ value: e.target.value })}
        />
      )}
      <TextareaField
        label={t('visits.note')}
        rows={2}
        value={found.note}
        onChange={(e) => put({ note: e.target.value })}
      />
      <TakePhotos sheet={sheet} cell={cell} work={w.work} uploads={w.moving} />
    </div>
  )
}

const Screen = ({ sheet }: { sheet: VisitSheet }) => {
  const { t } = useTranslation(['evaluation', 'common'])
  const { href, ids } = useHere()
  const crumbs = useBack(sheet)
  const w = useWork(sheet)
  const { category_id: categoryId, submission_id: participantId, cells } = sheet
  const visit = href('ddSupplier', { categoryId, participantId })
  const at = cells.findIndex(({ id }) => id === ids.questionId)
  const cell = cells[at]
  const way = (step: number) => {
    const next = cells[at + step]
    return next ? href('ddConduct', { categoryId, participantId, questionId: next.id }) : null
  }
  const done = cells.filter((c) => w.found(c).value).length
  const progress = t('visits.progress', { done, total: cells.length })
  return (
    <Page
      width="form"
      title={sheet.supplier_name}
      crumbs={[...crumbs, { label: t('visits.title', { name: sheet.supplier_name }), to: visit }]}
      status={<VisitBadge status={sheet.status} />}
    >
      <div className="grid gap-4">
        <div className="grid gap-1.5">
          <ProgressBar label={progress} percent={cells.length ? (100 * done) / cells.length : 0} />
          <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
            <p className="tabular text-sm text-ink-2">{progress}</p>
            <Saved {...w} />
          </div>
        </div>
        {!sheet.open ? (
          <VisitStep visit={sheet} />
        ) : !cell ? (
          <EmptyState
            icon={<MapPinOffIcon size={18} />}
            title={t('visits.noSuch')}
            body={t('visits.noSuchBody')}
            action={
              <LinkButton to={visit}>{t('visits.open', { name: sheet.supplier_name })}</LinkButton>
            }
          />
        ) : (
          <>
            <Arrival sheet={sheet} work={w.work} arrival={w.arrival} />
            <Card
              title={t('visits.question', { at: at + 1, total: cells.length })}
              footer={
                <span className="flex w-full gap-2 *:flex-1">
                  {way(-1) ? (
                    <LinkButton to={way(-1)}>{t('common:actions.previous')}</LinkButton>
                  ) : null}
                  {way(1) ? (
                    <LinkButton look="primary" to={way(1)}>
                      {t('common:actions.next')}
                    </LinkButton>
                  ) : (
                    <LinkButton look="primary" to={visit}>
                      {t('visits.toEnd')}
                    </LinkButton>
                  )}
                </span>
              }
            >
              <Question key={cell.id} sheet={sheet} cell={cell} w={w} />
            </Card>
          </>
        )}
      </div>
    </Page>
  )
}

/** A visit, question by question, on a phone that may have no network. */
export default function Conduct() {
  return <LoadSheet>{(sheet) => <Screen sheet={sheet} />}</LoadSheet>
}
