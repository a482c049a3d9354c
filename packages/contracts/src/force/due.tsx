import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { toast } from '@zabuni/ui/toast'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import { day } from '../parts.tsx'
import type { Status } from '../queries.ts'
import { sendEvidence } from '../supplied/queries.ts'
import { DutyDialog, HandInDialog, JudgeDialog } from './due-forms.tsx'
import { LOOKS, verdicts } from './due-words.ts'
import { type Duties, type Duty, duties, dutyFile, SPENT } from './queries.ts'

/** What this list needs to know of its contract, on either side of it. */
type Of = { id: string; status: Status; timezone: string; buyer: string; counterparty: string }
type Asking = { what: 'set' | 'handIn' | 'judge'; duty?: Duty }

const Said = ({ of, duty }: { of: Of; duty: Duty }) => {
  const { t } = useTranslation('inforce')
  return (
    <ol className="grid gap-2 border-l-2 border-line pl-3 text-sm">
      {duty.steps.map((s) => (
        <li key={s.number} className="grid gap-0.5">
          <span>
            <span className="font-medium">{t(`due.acts.${s.act}`)}</span>
            <span className="text-xs text-ink-3">
              {' '}
              {t('trail.by', { name: s.by, at: formatMoment(s.at, of.timezone) })}
            </span>
          </span>
          {s.note ? <span className="wrap-anywhere whitespace-pre-wrap">{s.note}</span> : null}
          {s.document ? (
            <span>
              <ActButton
                size="sm"
                icon={<DownloadIcon aria-hidden="true" size={15} />}
                act={async () =>
                  saveFile(await dutyFile(of.id, duty.id, s.number), s.document ?? duty.title)
                }
              >
                {s.document}
              </ActButton>
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

/** What of it this person can do something about now. */
const useActs = (of: Of, theirs: boolean) => {
  const { desk } = useHere()
  const manages = mayI('MANAGE_CONTRACT')
  const ours = manages && desk !== 'supplier' && !SPENT.some((s) => s === of.status)
  return {
    sets: ours,
    sends: desk === 'supplier',
    changes: (d: Duty) => ours && d.status === 'scheduled',
    handsIn: (d: Duty) =>
      manages &&
      of.status === 'active' &&
      d.status === 'scheduled' &&
      (desk === 'supplier' ? d.side === 'counterparty' : d.side === 'buyer' || !theirs),
    judges: (d: Duty) => ours && verdicts(d).length > 0,
  }
}

const One = ({
  of,
  duty: d,
  all,
  ask,
}: {
  of: Of
  duty: Duty
  all: Duties
  ask: (asking: Asking) => void
}) => {
  const { t, i18n } = useTranslation('inforce')
  const may = useActs(of, all.other_desk)
  const facts = [
    t(`due.kinds.${d.kind}`),
    d.side === 'buyer' ? of.buyer : of.counterparty,
    t('due.until', { day: day(d.due_on) }),
    ...(d.amount ? [formatMoney(d.amount, all.currency, i18n.language)] : []),
  ]
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <span className="flex flex-wrap items-center gap-2">
        <strong className="font-medium wrap-anywhere">{d.title}</strong>
        <Badge tone={LOOKS[d.status]}>{t(`due.states.${d.status}`)}</Badge>
        {d.late ? <Badge tone="bad">{t('due.late')}</Badge> : null}
      </span>
      <span className="text-sm wrap-anywhere text-ink-2">{facts.join(' · ')}</span>
      <Said of={of} duty={d} />
      <span className="flex flex-wrap gap-2">
        {may.handsIn(d) ? (
          <Button
            size="sm"
            look="primary"
            aria-label={t('due.of', { act: t('due.handIn'), name: d.title })}
            onClick={() => ask({ what: 'handIn', duty: d })}
          >
            {t('due.handIn')}
          </Button>
        ) : null}
        {may.judges(d) ? (
          <Button
            size="sm"
            aria-label={t('due.of', { act: t('due.judge'), name: d.title })}
            onClick={() => ask({ what: 'judge', duty: d })}
          >
            {t('due.judge')}
          </Button>
        ) : null}
        {may.changes(d) ? (
          <Button
            size="sm"
            aria-label={t('due.of', { act: t('due.change'), name: d.title })}
            onClick={() => ask({ what: 'set', duty: d })}
          >
            {t('due.change')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}

const All = ({ of, all }: { of: Of; all: Duties }) => {
  const { t, i18n } = useTranslation('inforce')
  const cache = useQueryClient()
  const may = useActs(of, all.other_desk)
  const [asking, setAsking] = useState<Asking>()
  const closing = {
    onClose: () => setAsking(undefined),
    onDone: async () => {
      await cache.invalidateQueries({ queryKey: keys.contracts })
      toast('ok', t('due.saved'))
    },
  }
  const { what, duty } = asking ?? {}
  return (
    <Card
      title={t('due.title')}
      actions={
        may.sets ? (
          <Button size="sm" onClick={() => setAsking({ what: 'set' })}>
            {t('due.add')}
          </Button>
        ) : null
      }
    >
      {all.items.length ? (
        <ol className="grid divide-y divide-line">
          {all.items.map((d) => (
            <One key={d.id} of={of} duty={d} all={all} ask={setAsking} />
          ))}
        </ol>
      ) : (
        <p className="text-sm text-ink-2">{t('due.none')}</p>
      )}
      {may.sets ? (
        <p className="mt-4 border-t border-line pt-3 text-sm text-ink-2">
          {t('due.left', { amount: formatMoney(all.left, all.currency, i18n.language) })}
        </p>
      ) : null}
      {what === 'set' ? (
        <DutyDialog
          contract={of.id}
          was={duty}
          currency={all.currency}
          other={of.counterparty}
          {...closing}
        />
      ) : null}
      {what === 'handIn' && duty ? (
        <HandInDialog
          of={duty}
          send={may.sends ? (whole, tell) => sendEvidence(of.id, whole, tell) : undefined}
          {...closing}
        />
      ) : null}
      {what === 'judge' && duty ? <JudgeDialog of={duty} {...closing} /> : null}
    </Card>
  )
}

/** What is due under a contract, the next first, with what was done about it. */
export const Due = ({ of }: { of: Of }) => {
  const { t } = useTranslation('inforce')
  const query = useQuery(duties(of.id))
  return (
    <Load query={query} title={t('due.title')}>
      {(all) => <All of={of} all={all} />}
    </Load>
  )
}
