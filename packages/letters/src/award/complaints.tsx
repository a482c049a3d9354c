import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { useProof } from '@zabuni/routing/ui/proof'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { decideEnd, type Freeze, freezes, type Standing } from '../queries.ts'
import { BeginDialog, EndDialog } from './complaint-forms.tsx'

/** What stops an award: a complaint that is reviewed, or that was upheld. */
const stops = (f: Freeze) => !f.ended_at || f.outcome === 'upheld'

/** Whether an award can still be stopped. */
const stoppable = ({ status }: Standing) => status === 'notified' || status === 'awarded'

const Story = ({ of: f, zone }: { of: Freeze; zone: string }) => {
  const { t } = useTranslation('letters')
  const byAt = (name: string, at: string) => t('freeze.byAt', { name, at: formatMoment(at, zone) })
  return (
    <Facts
      items={[
        ...(f.reference ? [{ label: t('freeze.reference'), value: f.reference }] : []),
        { label: t('freeze.reason'), value: <span className="wrap-anywhere">{f.reason}</span> },
        { label: t('freeze.beganBy'), value: byAt(f.begun_by_name, f.begun_at) },
        ...(f.outcome && f.asked_at
          ? [
              {
                label: t(f.ended_at ? 'freeze.outcome' : 'freeze.outcomeAsked'),
                value: t(`freeze.outcomes.${f.outcome}`),
              },
              { label: t('freeze.said'), value: <span className="wrap-anywhere">{f.said}</span> },
              { label: t('freeze.askedBy'), value: byAt(f.asked_by_name, f.asked_at) },
            ]
          : []),
        ...(f.ended_at
          ? [{ label: t('freeze.endedBy'), value: byAt(f.ended_by_name, f.ended_at) }]
          : []),
      ]}
    />
  )
}

// What a person who may award does next about a complaint that is reviewed.
const Ways = ({ of: f, standing }: { of: Freeze; standing: Standing }) => {
  const { t } = useTranslation('letters')
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const [asking, setAsking] = useState<'end' | 'agree'>()
  const mine = f.asked_by === session()?.user_id
  const decide = async (ends: boolean) => {
    const body = { asked_at: f.asked_at ?? '', ends }
    try {
      await withProof(() => decideEnd(standing.category_id, body))
      setAsking(undefined)
      toast('ok', t(ends ? 'freeze.ended' : 'freeze.goesOn'))
    } finally {
      await cache.invalidateQueries({ queryKey: keys.category(standing.category_id) })
    }
  }
  return (
    <>
      {mine ? <Banner tone="info">{t('freeze.another')}</Banner> : null}
      <div className="flex flex-wrap gap-2">
        {f.outcome ? (
          <>
            {mine ? null : (
              <Button look="primary" onClick={() => setAsking('agree')}>
                {t('freeze.agree')}
              </Button>
            )}
            <ActButton act={() => decide(false)}>{t('freeze.goOn')}</ActButton>
          </>
        ) : (
          <Button onClick={() => setAsking('end')}>{t('freeze.end')}</Button>
        )}
      </div>
      {f.outcome ? (
        <AskDialog
          open={asking === 'agree'}
          onClose={() => setAsking(undefined)}
          send={() => decide(true)}
          title={t(`freeze.outcomes.${f.outcome}`)}
          description={t(f.outcome === 'upheld' ? 'freeze.agreeAside' : 'freeze.agreeFree')}
          action={t('freeze.agree')}
          danger={f.outcome === 'upheld'}
        />
      ) : null}
      {asking === 'end' ? (
        <EndDialog categoryId={standing.category_id} onClose={() => setAsking(undefined)} />
      ) : null}
      {proofDialog}
    </>
  )
}

const Sheet = ({ rows, standing }: { rows: readonly Freeze[]; standing: Standing }) => {
  const { t } = useTranslation('letters')
  const [beginning, setBeginning] = useState(false)
  const now = rows.find(stops)
  const before = rows.filter((f) => !stops(f))
  const may = mayHere(standing.activity, 'award')
  return (
    <div className="grid gap-4">
      {now ? (
        <>
          <Banner tone={now.ended_at ? 'bad' : 'warn'}>
            {t(now.ended_at ? 'freeze.aside' : 'freeze.stops')}
          </Banner>
          <Story of={now} zone={standing.timezone} />
          {may && !now.ended_at ? <Ways of={now} standing={standing} /> : null}
        </>
      ) : (
        <>
          <p className="text-sm text-ink-2">{t('freeze.none')}</p>
          {may && stoppable(standing) ? (
            <div>
              <Button onClick={() => setBeginning(true)}>{t('freeze.begin')}</Button>
            </div>
          ) : null}
        </>
      )}
      {before.length ? (
        <section className="grid gap-3">
          <h3 className="text-sm font-semibold">{t('freeze.before')}</h3>
          {before.map((f) => (
            <Story key={f.id} of={f} zone={standing.timezone} />
          ))}
        </section>
      ) : null}
      {beginning ? (
        <BeginDialog categoryId={standing.category_id} onClose={() => setBeginning(false)} />
      ) : null}
    </div>
  )
}

/** Complaints about an award, and what stops it meanwhile: one person begins, two end it. */
export const Complaints = ({ standing }: { standing: Standing }) => {
  const { t } = useTranslation('letters')
  const query = useQuery(freezes(standing.category_id))
  // Nothing follows from the decision any more, and nobody complained.
  if (!stoppable(standing) && !query.isError && !query.data?.length) return null
  return (
    <Card title={t('freeze.title')}>
      <Load query={query} title={t('freeze.title')}>
        {(rows) => <Sheet rows={rows} standing={standing} />}
      </Load>
    </Card>
  )
}
