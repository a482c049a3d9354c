import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import type { Schemas } from '@zabuni/api/desk'
import { faultCode } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { useAct } from '@zabuni/ui/act'
import { AskDialog, ReasonDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { NoteToAll } from './clarification-note.tsx'
import { clarifications, refuseQuestion, replyTo } from './queries.ts'

type Question = Schemas['Clarification']
type Found = Pick<
  Schemas['CategoryDetails'],
  'id' | 'activity' | 'timezone' | 'closes_at' | 'status'
>

const tones = { asked: 'warn', answered: 'ok', refused: 'neutral' } as const
const words = { asked: 'waits', answered: 'answered', refused: 'refused' } as const

// What is answered is for all and for good: that is said, with the time that is left to read it.
const ReplyForm = ({ found, of }: { found: Found; of: Question }) => {
  const { t } = useTranslation('sourcing')
  const cache = useQueryClient()
  const ref = useRef<HTMLFormElement>(null)
  const [asks, setAsks] = useState<'answer' | 'refuse'>()
  const { run, busy, banner } = useAct()
  const again = () => cache.invalidateQueries({ queryKey: keys.category(found.id) })
  const read = async (sending: Promise<unknown>) => {
    try {
      await sending
    } catch (error) {
      if (faultCode(error) === 'sourcing.changed_meanwhile') await again()
      throw error
    }
  }
  // What is typed outlives what a colleague keeps meanwhile, and says which version it began with; it is sent over the newest only
  // once that is read beside it.
  const stands = { question: of.question, reply: of.reply, began: of.version }
  const form = useProblemForm({
    keep: `clarification.${of.id}`,
    defaultValues: stands,
    submit: async ({ question, reply }) => {
      await read(replyTo(found.id, of.id, 'answer', { question, reply, version: of.version }))
      form.kept.forget()
      toast('ok', t('clarifications.replied'))
      await again()
    },
  })
  const draft = () =>
    run(async () => {
      const { question, reply } = form.getValues()
      await read(replyTo(found.id, of.id, 'draft', { question, reply, version: of.version }))
      form.reset({ question, reply, began: of.version + 1 })
      form.kept.forget()
      toast('ok', t('clarifications.kept'))
      await again()
    })
  const { isDirty } = form.formState
  const theirs = isDirty && form.watch('began') < of.version
  const { reset, kept } = form
  const known = useRef(of.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a keeper is built on each render and names the same
  useEffect(() => {
    if (isDirty || known.current === of.version) return
    known.current = of.version
    reset({ question: of.question, reply: of.reply, began: of.version })
    kept.forget()
  }, [isDirty, reset, of.question, of.reply, of.version])
  const left = Date.parse(found.closes_at) > serverNow()
  return (
    <form ref={ref} noValidate onSubmit={form.onSubmit} className="grid gap-3">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {banner}
      {theirs ? (
        <Banner tone="warn">
          <p>{t('clarifications.meanwhile')}</p>
          <p className="mt-2 font-medium wrap-anywhere whitespace-pre-wrap">{of.question}</p>
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{of.reply || '–'}</p>
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              reset(stands)
              kept.forget()
            }}
          >
            {t('clarifications.theirs')}
          </Button>
        </Banner>
      ) : null}
      <TextareaField
        required
        rows={3}
        maxLength={4000}
        label={t('clarifications.question')}
        hint={t('clarifications.questionHint')}
        {...form.field('question')}
      />
      <TextareaField
        required
        rows={4}
        maxLength={10000}
        label={t('clarifications.answer')}
        {...form.field('reply')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => setAsks('refuse')}>{t('clarifications.refuse')}</Button>
        <Button busy={busy} onClick={() => void draft()}>
          {t('clarifications.keep')}
        </Button>
        <Button look="primary" busy={form.busy} onClick={() => setAsks('answer')}>
          {t('clarifications.reply')}
        </Button>
      </div>
      <AskDialog
        open={asks === 'answer'}
        onClose={() => setAsks(undefined)}
        title={t('clarifications.sure')}
        description={t('clarifications.sureBody', {
          left: left ? formatMoment(found.closes_at, found.timezone) : t('clarifications.closed'),
        })}
        action={t('clarifications.reply')}
        send={() => {
          setAsks(undefined)
          ref.current?.requestSubmit()
        }}
      />
      <ReasonDialog
        open={asks === 'refuse'}
        onClose={() => setAsks(undefined)}
        title={t('clarifications.refuseTitle')}
        description={t('clarifications.refuseBody')}
        reasonHint={t('clarifications.refuseReason')}
        action={t('clarifications.refuse')}
        danger
        send={async (reason) => {
          await refuseQuestion(found.id, of.id, { reason, version: of.version })
          form.kept.forget()
          setAsks(undefined)
          toast('ok', t('clarifications.refusedDone'))
          await again()
        }}
      />
    </form>
  )
}

const One = ({ found, of, may }: { found: Found; of: Question; may: boolean }) => {
  const { t } = useTranslation('sourcing')
  const own = !of.note && (of.status !== 'answered' || of.asked !== of.question)
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {of.number ? (
          <span className="font-medium">{t('clarifications.number', { number: of.number })}</span>
        ) : null}
        {of.note ? (
          <Badge tone="info">{t('note.own')}</Badge>
        ) : (
          <Badge tone={tones[of.status]}>{t(`clarifications.${words[of.status]}`)}</Badge>
        )}
        <span className="text-xs text-ink-3">
          {t(of.note ? 'note.at' : 'clarifications.askedAt', {
            at: formatMoment(of.asked_at, found.timezone),
          })}
        </span>
      </p>
      {own ? (
        <div className="grid gap-0.5">
          <span className="text-xs text-ink-3">{t('clarifications.asAsked')}</span>
          <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{of.asked}</p>
        </div>
      ) : null}
      {of.status === 'answered' ? (
        <>
          <p className="max-w-prose font-medium wrap-anywhere whitespace-pre-wrap">{of.question}</p>
          <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{of.reply}</p>
        </>
      ) : null}
      {of.status === 'refused' ? (
        <p className="max-w-prose wrap-anywhere whitespace-pre-wrap text-ink-2">
          {t('clarifications.reason')}: {of.reason}
        </p>
      ) : null}
      {of.status === 'asked' && may ? <ReplyForm found={found} of={of} /> : null}
    </li>
  )
}

/** What suppliers ask about a category, answered to all who take part. */
export const Clarifications = ({ found }: { found: Found }) => {
  const { t } = useTranslation('sourcing')
  const query = useQuery(clarifications(found.id))
  const may = mayHere(found.activity, 'author')
  return (
    <Load query={query} title={t('clarifications.title')}>
      {(all) => (
        <Card title={t('clarifications.title')} flush>
          <div className="grid gap-1 p-4 text-sm text-ink-2">
            <p>
              {all.refused === 'sourcing.no_questions_yet'
                ? t('clarifications.yet')
                : all.refused
                  ? t('clarifications.over')
                  : t('clarifications.until', { at: formatMoment(all.until, found.timezone) })}
            </p>
            <p>{all.items.length ? t('clarifications.note') : t('clarifications.none')}</p>
          </div>
          <ul className="divide-y divide-line border-t border-line empty:hidden">
            {all.items.map((of) => (
              <One key={of.id} found={found} of={of} may={may} />
            ))}
          </ul>
          {may && found.status === 'open' ? <NoteToAll category={found.id} /> : null}
        </Card>
      )}
    </Load>
  )
}
