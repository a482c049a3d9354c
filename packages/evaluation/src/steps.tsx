import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { drawnOf } from '@zabuni/activities/drawn'
import { mayHere } from '@zabuni/activities/may'
import { useCompared } from '@zabuni/activities/ui/compared'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatPercent } from '@zabuni/i18n/format'
import { useProof } from '@zabuni/routing/ui/proof'
import { useAct } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { StatusDot } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { allScores, gapsOf, somebodyFinished, UNSCORED, uncheckedIn, unfinishedOf } from './gaps.ts'
import { nextStep } from './next-step.ts'
import { checks, type Desk, desk, steps } from './queries.ts'
import { Terms } from './terms.tsx'

const WORDS = {
  finish: {
    act: 'steps.finish',
    hint: 'steps.finishHint',
    ask: 'steps.finishAsk',
    done: 'steps.finishDone',
  },
  judge: {
    act: 'steps.judge',
    hint: 'steps.judgeHint',
    ask: 'steps.judgeAsk',
    done: 'steps.judgeDone',
  },
  rank: {
    act: 'steps.rank',
    hint: 'steps.rankHint',
    ask: 'steps.rankAsk',
    done: 'steps.rankDone',
  },
  results: {
    act: 'steps.results',
    hint: 'steps.resultsHint',
    ask: 'steps.resultsAsk',
    done: 'steps.resultsDone',
  },
  checks: {
    act: 'steps.results',
    hint: 'steps.checksHint',
    ask: 'steps.resultsAsk',
    done: 'steps.resultsDone',
  },
} as const

const SHOWN = 8

/** The same with what the act is made of. */
const Made = ({
  d,
  lead,
  of,
  unchecked,
}: {
  d: Desk
  lead: string
  /** Answers that quality assurance has not looked at. */
  unchecked: number
  /** My scores, the results of all bids, or their order as well. */
  of: 'scores' | 'results' | 'order'
}) => {
  const { t, i18n } = useTranslation(['evaluation', 'activities'])
  const { sentences } = useCompared(d)
  const { scored } = drawnOf(d.policy)
  const me = session()
  const counted = d.evaluators.filter((e) => e.interest === 'none' && e.final_at)
  const number = (n: number) => new Intl.NumberFormat(i18n.language).format(n)
  const rows = [
    { label: t('steps.by'), value: me ? `${me.first_name} ${me.last_name}` : '' },
    // Where no papers were asked for there are none before the room is ranked.
    ...(d.bids.length ? [{ label: t('bids.title'), value: number(d.bids.length) }] : []),
    ...(of === 'scores' ? [{ label: t('steps.scores'), value: number(allScores(d)) }] : []),
    ...(of !== 'scores' && scored
      ? [
          { label: t('steps.scoredBy'), value: counted.map(({ name }) => name).join(', ') },
          {
            label: t('activities:compared.pass'),
            value: formatPercent(d.pass_mark, i18n.language),
          },
        ]
      : []),
    ...(of === 'order' ? sentences : []),
  ]
  return (
    <span className="grid gap-3">
      <span>{lead}</span>
      <Terms rows={rows} />
      {unchecked ? (
        <span className="font-medium text-warn">{t('steps.unchecked', { count: unchecked })}</span>
      ) : null}
    </span>
  )
}

/** Why an act has to wait, and where to go to end that. */
const Waits = ({ d, finish }: { d: Desk; finish: boolean }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const gaps = gapsOf(d)
  if (!finish)
    return (
      <Banner tone="warn">
        {somebodyFinished(d) || unfinishedOf(d).length ? t('steps.notFinal') : t('steps.nobody')}
        <ul className="mt-1 grid gap-0.5">
          {unfinishedOf(d).map((e) => (
            <li key={e.id}>
              {t('steps.personAt', { name: e.name, done: e.scored, total: allScores(d) })}
            </li>
          ))}
        </ul>
      </Banner>
    )
  return (
    <Banner tone="warn">
      {t('steps.gaps', { count: gaps.reduce((sum, { missing }) => sum + missing, 0) })}
      <ul className="mt-1 grid gap-0.5">
        {gaps.slice(0, SHOWN).map(({ bid, missing }) => (
          <li key={bid.submission_id}>
            <TextLink
              to={to(
                href('conductEvaluation', {
                  categoryId: d.category_id,
                  participantId: bid.submission_id,
                }),
                { hash: UNSCORED },
              )}
              link="underline underline-offset-2 hover:text-brand"
            >
              {t('steps.gapOf', { name: bid.supplier_name, count: missing })}
            </TextLink>
          </li>
        ))}
      </ul>
      {gaps.length > SHOWN ? <p>{t('steps.moreBids', { count: gaps.length - SHOWN })}</p> : null}
    </Banner>
  )
}

/** Whether the server would refuse the act: that is not asked, it is said what is missing. */
const waitsFor = (d: Desk, finish: boolean) =>
  finish
    ? gapsOf(d).length > 0
    : drawnOf(d.policy).scored && !d.settled && (unfinishedOf(d).length > 0 || !somebodyFinished(d))

/** How many answers quality assurance has not looked at yet; whoever may not ask is told nothing of it. */
const uncheckedOf = async (client: QueryClient, { category_id, policy }: Desk) => {
  if (!policy.steps.includes('qa') || !policy.steps.includes('criteria')) return 0
  const found = await client.fetchQuery({ ...checks(category_id), retry: false }).catch(() => null)
  return found ? uncheckedIn(found) : 0
}

/** The act that comes next, which asks first, and how far everybody is. */
export const Steps = ({ d, quiet }: { d: Desk; quiet: boolean }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const { href } = useHere()
  const [asked, setAsked] = useState<'act' | 'waits'>()
  const [unchecked, setUnchecked] = useState(0)
  const { act, waitsForPrices, waitsForRoom } = nextStep(d)
  const { ranked, checked } = drawnOf(d.policy)
  const words = act && WORDS[act !== 'rank' || ranked ? act : checked ? 'checks' : 'results']
  const finish = act === 'finish'
  const { run, busy, banner } = useAct()
  // Others may have finished meanwhile, and my last score may be newer than what is shown.
  const ask = () =>
    run(async () => {
      const now = await client.fetchQuery({ ...desk(d.category_id), staleTime: 0 })
      setUnchecked(finish || now.settled ? 0 : await uncheckedOf(client, d))
      setAsked(waitsFor(now, finish) ? 'waits' : 'act')
    })
  const close = () => setAsked(undefined)
  return (
    <Card
      title={t('steps.title')}
      footer={
        words && !d.apart && mayHere(d.activity, 'judge') ? (
          <Button look={quiet ? 'secondary' : 'primary'} busy={busy} onClick={ask}>
            {t(words.act)}
          </Button>
        ) : waitsForPrices ? (
          <LinkButton
            look={quiet ? 'secondary' : 'primary'}
            to={href('opening', { categoryId: d.category_id })}
          >
            {t('steps.toOpening')}
          </LinkButton>
        ) : undefined
      }
    >
      <div className="grid gap-4">
        {banner}
        {proofDialog}
        <p className="text-ink-2">
          {t(
            words?.hint ??
              (waitsForRoom
                ? `steps.room.${waitsForRoom}`
                : waitsForPrices
                  ? 'steps.openPrices'
                  : 'steps.none'),
          )}
        </p>
        {asked === 'waits' && waitsFor(d, finish) ? <Waits d={d} finish={finish} /> : null}
        <ul className="grid gap-2">
          {d.evaluators.map((e) => (
            <li key={e.id} className="flex flex-wrap items-center justify-between gap-x-3">
              <span>{e.name}</span>
              <StatusDot tone={e.final_at ? 'ok' : e.interest === 'none' ? 'info' : 'warn'}>
                {e.final_at
                  ? t('steps.final')
                  : e.interest === 'none' && d.to_score
                    ? t('marks.progress', { done: e.scored, total: allScores(d) })
                    : e.interest
                      ? t(`declaration.short.${e.interest}`)
                      : '–'}
              </StatusDot>
            </li>
          ))}
        </ul>
        {words ? (
          <AskDialog
            open={asked === 'act'}
            onClose={close}
            title={t(words.act)}
            description={
              <Made
                d={d}
                lead={t(words.ask)}
                unchecked={unchecked}
                of={finish ? 'scores' : act === 'rank' && ranked ? 'order' : 'results'}
              />
            }
            action={t(words.act)}
            send={async () => {
              await withProof(() => steps[finish ? 'finish' : 'complete'](d.category_id))
              close()
              await client.invalidateQueries({ queryKey: keys.category(d.category_id) })
              toast('ok', t(words.done))
            }}
          />
        ) : null}
      </div>
    </Card>
  )
}
