import { useQueryClient } from '@tanstack/react-query'
import { drawnOf } from '@zabuni/activities/drawn'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatPercent } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useProof } from '@zabuni/routing/ui/proof'
import { useAct } from '@zabuni/ui/act'
import { Badge, StatusDot } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { LockIcon } from 'lucide-react'
import { EvaluationFrame } from '../frame.tsx'
import { nextStep } from '../next-step.ts'
import { type Desk, declare, steps } from '../queries.ts'
import { useRules } from '../rules.tsx'

type Interest = NonNullable<Desk['my_interest']>

const Declaration = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const form = useProblemForm({
    defaultValues: { interest: 'none' as Interest, declaration: '' },
    submit: async (v) => {
      await declare(d.category_id, v)
      await client.invalidateQueries({ queryKey: keys.category(d.category_id) })
      toast('ok', t('declaration.saved'))
    },
  })
  const interest = form.watch('interest')
  return (
    <Card title={t('declaration.title')}>
      <form noValidate onSubmit={form.onSubmit} className="grid max-w-prose gap-4">
        <p className="text-ink-2">{t('declaration.body')}</p>
        {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
        <RadioGroup
          label={t('declaration.interest')}
          name="interest"
          value={interest}
          onChange={(v) => form.setValue('interest', v as Interest)}
          options={(['none', 'interest', 'recused'] as const).map((value) => ({
            value,
            label: t(`declaration.choices.${value}`),
          }))}
        />
        {interest === 'interest' ? (
          <TextareaField
            required
            rows={3}
            label={t('declaration.what')}
            {...form.field('declaration')}
          />
        ) : null}
        <div>
          <Button type="submit" look="primary" busy={form.busy}>
            {t('declaration.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const Bids = ({ d }: { d: Desk }) => {
  const { t, i18n } = useTranslation('evaluation')
  const { href } = useHere()
  const { scored } = drawnOf(d.policy)
  const may = scored && d.my_interest === 'none'
  return (
    <Card title={t('bids.title')} flush>
      <ul className="divide-y divide-line">
        {d.bids.map((b) => {
          const to = href('conductEvaluation', {
            categoryId: d.category_id,
            participantId: b.submission_id,
          })
          return (
            <li
              key={b.submission_id}
              className="flex min-h-14 flex-wrap items-center justify-between gap-3 px-4 py-2"
            >
              <span className="grid">
                <span className="font-medium">{b.supplier_name}</span>
                <span className="text-sm text-ink-2">
                  {t('bids.position', { position: b.position })}
                </span>
              </span>
              <span className="flex items-center gap-3">
                {b.technical_pass === undefined ? null : (
                  <Badge tone={b.technical_pass ? 'ok' : 'bad'}>
                    {scored && b.technical
                      ? `${formatPercent(b.technical, i18n.language)} · `
                      : null}
                    {t(b.technical_pass ? 'outcome.pass' : 'outcome.fail')}
                  </Badge>
                )}
                {to && may ? (
                  <LinkButton to={to} size="sm">
                    {t(d.my_final ? 'bids.view' : 'bids.score')}
                  </LinkButton>
                ) : null}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const WORDS = {
  finish: { act: 'steps.finish', hint: 'steps.finishHint', done: 'steps.finishDone' },
  judge: { act: 'steps.judge', hint: 'steps.judgeHint', done: 'steps.judgeDone' },
  rank: { act: 'steps.rank', hint: 'steps.rankHint', done: 'steps.rankDone' },
  results: { act: 'steps.results', hint: 'steps.resultsHint', done: 'steps.resultsDone' },
  checks: { act: 'steps.results', hint: 'steps.checksHint', done: 'steps.resultsDone' },
} as const

const Steps = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const { run, busy, banner } = useAct()
  const { withProof, proofDialog } = useProof()
  const { act, waitsForPrices } = nextStep(d)
  const { ranked, checked } = drawnOf(d.policy)
  const words = act && WORDS[act !== 'rank' || ranked ? act : checked ? 'checks' : 'results']
  const go = (step: keyof typeof steps, done: (typeof WORDS)[keyof typeof WORDS]['done']) =>
    run(async () => {
      await withProof(() => steps[step](d.category_id))
      await client.invalidateQueries({ queryKey: keys.category(d.category_id) })
      toast('ok', t(done))
    })
  return (
    <Card
      title={t('steps.title')}
      footer={
        words && mayI('EVALUATE_BIDS') ? (
          <Button
            look="primary"
            busy={busy}
            onClick={() => go(act === 'finish' ? 'finish' : 'complete', words.done)}
          >
            {t(words.act)}
          </Button>
        ) : undefined
      }
    >
      <div className="grid gap-4">
        {banner}
        {proofDialog}
        <p className="text-ink-2">
          {t(words?.hint ?? (waitsForPrices ? 'steps.openPrices' : 'steps.none'))}
        </p>
        <ul className="grid gap-2">
          {d.evaluators.map((e) => (
            <li key={e.id} className="flex flex-wrap items-center justify-between gap-2">
              <span>{e.name}</span>
              <StatusDot tone={e.final_at ? 'ok' : e.interest === 'none' ? 'info' : 'warn'}>
                {e.final_at
                  ? t('steps.final')
                  : e.interest
                    ? t(`declaration.short.${e.interest}`)
                    : '–'}
              </StatusDot>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

const Rules = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { figures, sentences } = useRules(d)
  return (
    <Card title={t('rules.title')}>
      <Facts items={[...figures, ...sentences]} />
    </Card>
  )
}

/** What an evaluator reads first: the rules, the own declaration, the bids, the next step. */
export default function Evaluation() {
  const { t } = useTranslation('evaluation')
  return (
    <EvaluationFrame tab="evaluationInstructions">
      {(d) => {
        const { scored } = drawnOf(d.policy)
        return (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
            <div className="grid gap-4">
              {d.bids.length === 0 ? (
                <EmptyState
                  icon={<LockIcon size={18} />}
                  title={t('sealed.title')}
                  body={t('sealed.body')}
                />
              ) : (
                <>
                  {scored && !d.my_interest && mayI('EVALUATE_BIDS') ? <Declaration d={d} /> : null}
                  {d.my_interest === 'interest' || d.my_interest === 'recused' ? (
                    <Banner tone="warn">{t('declaration.out')}</Banner>
                  ) : null}
                  <Bids d={d} />
                </>
              )}
            </div>
            <div className="grid gap-4">
              {d.bids.length ? <Steps d={d} /> : null}
              <Rules d={d} />
            </div>
          </div>
        )
      }}
    </EvaluationFrame>
  )
}
