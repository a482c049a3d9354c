import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { dayText, formatMoment } from '@zabuni/i18n/format'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound, FormFrame } from '@zabuni/ui/form'
import { RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { DueDay, LevelMark, RiskBadge } from '../parts.tsx'
import { moveRisk, type Risk, risk } from '../queries.ts'

const MoveForm = ({ r, onDone }: { r: Risk; onDone: () => void }) => {
  const { t } = useTranslation(['risks', 'common'])
  const cache = useQueryClient()
  const form = useProblemForm({
    defaultValues: { status: r.moves[0] ?? r.status, note: '' },
    submit: async (values) => {
      await moveRisk(r.id, { ...values, version: r.version })
      await cache.invalidateQueries({ queryKey: keys.risks })
      toast('ok', t('common:toast.saved'))
      onDone()
    },
  })
  return (
    <FormFrame form={form} back={onDone} action={t('move.action')}>
      <Bound form={form} name="status">
        {(control) => (
          <RadioGroup
            label={t('columns.status')}
            {...control}
            options={r.moves.map((value) => ({
              value,
              label: t(`statuses.${value}`),
              hint: t(`statusHints.${value}`),
            }))}
          />
        )}
      </Bound>
      <TextareaField rows={3} label={t('note')} hint={t('move.noteHint')} {...form.field('note')} />
    </FormFrame>
  )
}

const History = ({ r }: { r: Risk }) => {
  const { t } = useTranslation('risks')
  return (
    <Card title={t('history.title')} flush>
      <ol>
        {r.changes.map((c, i) => {
          const before = r.changes[i + 1]
          const told = before
            ? [
                c.status !== before.status && t(`statuses.${c.status}`),
                (c.likelihood !== before.likelihood || c.impact !== before.impact) &&
                  t('history.rated', {
                    from: before.likelihood * before.impact,
                    to: c.likelihood * c.impact,
                  }),
                c.owner !== before.owner && t('history.owner', { name: c.owner }),
                c.response !== before.response && t(`responses.${c.response}`),
                c.due_on !== before.due_on && t('history.due', { day: dayText(c.due_on) }),
              ].filter((text): text is string => !!text)
            : [t('history.entered', { score: c.likelihood * c.impact })]
          return (
            <li
              key={c.version}
              className="grid gap-1 border-b border-line px-4 py-3 text-sm last:border-0"
            >
              <p className="font-medium">{told.length ? told.join(' · ') : t('history.words')}</p>
              {c.note ? (
                <p className="wrap-anywhere whitespace-pre-line text-ink-2">{c.note}</p>
              ) : null}
              <p className="text-xs text-ink-3">
                {c.by} · {formatMoment(c.at, ownZone())}
              </p>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

const Words = ({ title, text, none }: { title: string; text: string; none: string }) => (
  <Card title={title}>
    <p className={text ? 'max-w-prose whitespace-pre-line' : 'text-ink-3'}>{text || none}</p>
  </Card>
)

const Screen = ({ r }: { r: Risk }) => {
  const { t } = useTranslation('risks')
  const { href, hrefOf } = useHere()
  const [moving, setMoving] = useState(false)
  const { job_id, activity, supplier_id } = r
  const facts = [
    { label: t('columns.score'), value: <LevelMark level={r.level} score={r.score} /> },
    { label: t('likelihood'), value: `${r.likelihood} · ${t(`likelihoods.${r.likelihood as 1}`)}` },
    { label: t('impact'), value: `${r.impact} · ${t(`impacts.${r.impact as 1}`)}` },
    { label: t('columns.response'), value: t(`responses.${r.response}`) },
    { label: t('columns.owner'), value: r.owner },
    { label: t('columns.due'), value: <DueDay day={r.due_on} overdue={r.overdue} /> },
    ...(job_id && activity
      ? [
          {
            label: t('job'),
            value: (
              <TextLink to={hrefOf(activity, 'details', { jobId: job_id })} link="underline">
                {r.job}
              </TextLink>
            ),
          },
        ]
      : []),
    ...(supplier_id
      ? [
          {
            label: t('supplier'),
            value: (
              <TextLink to={href('riskRegister', { supplierId: supplier_id })} link="underline">
                {r.supplier}
              </TextLink>
            ),
          },
        ]
      : []),
  ]
  return (
    <Page
      title={r.title}
      crumbs={[{ label: t('register.title'), to: href('riskRegister', {}) }]}
      status={<RiskBadge status={r.status} />}
      subtitle={t('number', { number: r.number })}
      actions={
        r.may_keep ? (
          <>
            {r.status === 'closed' ? null : (
              <LinkButton to={href('riskEdit', { riskId: r.id })}>{t('edit')}</LinkButton>
            )}
            <Button look="primary" onClick={() => setMoving(true)}>
              {t('move.title')}
            </Button>
          </>
        ) : null
      }
    >
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="grid content-start gap-4 max-lg:order-2">
          <Words title={t('form.description')} text={r.description} none={t('nothing')} />
          <Words title={t('form.treatment')} text={r.treatment} none={t('nothing')} />
          <History r={r} />
        </div>
        <div className="content-start">
          <Card title={t('facts')}>
            <Facts items={facts} />
          </Card>
        </div>
      </div>
      <Dialog open={moving} onClose={() => setMoving(false)} title={t('move.title')}>
        {moving ? <MoveForm r={r} onDone={() => setMoving(false)} /> : null}
      </Dialog>
    </Page>
  )
}

/** A risk: what it is, what is done about it, and what it was before. */
export default function RiskDetails() {
  const { t } = useTranslation('risks')
  const { ids } = useHere()
  return (
    <Load query={useQuery(risk(ids.riskId))} title={t('register.title')}>
      {(r) => <Screen r={r} />}
    </Load>
  )
}
