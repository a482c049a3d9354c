import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { newId } from '@zabuni/api/new-id'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { refusalText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useRef } from 'react'
import { askQuestion, type CategoryPreview, clarificationsQuery } from './queries.ts'

// The same id as long as the words are the same: what is sent again counts once, and what was changed meanwhile is another
// question, should the first have arrived though nobody heard of it.
const AskForm = ({ category }: { category: string }) => {
  const { t } = useTranslation('bidding')
  const cache = useQueryClient()
  const sent = useRef<{ id: string; of: string }>(undefined)
  const form = useProblemForm({
    keep: `clarification.ask.${category}`,
    defaultValues: { question: '' },
    submit: async ({ question }) => {
      if (sent.current?.of !== question) sent.current = { id: newId(), of: question }
      await askQuestion(category, sent.current.id, question)
      form.kept.forget()
      form.reset({ question: '' })
      sent.current = undefined // the same words once more are asked once more
      toast('ok', t('clarifications.sent'))
      await cache.invalidateQueries({ queryKey: keys.category(category) })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-3 border-t border-line p-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <TextareaField
        required
        rows={3}
        maxLength={4000}
        label={t('clarifications.question')}
        hint={t('clarifications.hint')}
        {...form.field('question')}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy}>
          {t('clarifications.send')}
        </Button>
      </div>
    </form>
  )
}

/** What was asked about a category and answered to all, and a field to ask more. */
export const Clarifications = ({ preview }: { preview: CategoryPreview }) => {
  const { t, i18n } = useTranslation('bidding')
  const query = useQuery(clarificationsQuery(preview.id))
  const at = (moment: string) => formatMoment(moment, preview.timezone)
  return (
    <Load query={query} title={t('clarifications.title')}>
      {(all) => (
        <Card title={t('clarifications.title')} flush>
          <div className="grid gap-1 p-4 text-sm text-ink-2">
            <p>
              {all.refused
                ? refusalText(all.refused, preview.activity, i18n)
                : t('clarifications.until', { at: at(all.until) })}
            </p>
            {all.items.length ? null : <p>{t('clarifications.none')}</p>}
          </div>
          <ol className="divide-y divide-line border-t border-line empty:hidden">
            {all.items.map((of) => (
              <li key={of.id} className="grid gap-1.5 px-4 py-3 text-sm">
                {of.own || of.note || of.status !== 'answered' ? (
                  <p className="flex flex-wrap items-center gap-2">
                    {of.note ? <Badge tone="info">{t('clarifications.theirs')}</Badge> : null}
                    {of.own ? <Badge tone="info">{t('clarifications.yours')}</Badge> : null}
                    {of.status === 'asked' ? (
                      <Badge tone="warn">{t('clarifications.waits')}</Badge>
                    ) : null}
                    {of.status === 'refused' ? <Badge>{t('clarifications.refused')}</Badge> : null}
                    {of.asked_at ? (
                      <span className="text-xs text-ink-3">
                        {t('clarifications.askedAt', { at: at(of.asked_at) })}
                      </span>
                    ) : null}
                  </p>
                ) : null}
                <p className="max-w-prose font-medium wrap-anywhere whitespace-pre-wrap">
                  {of.number ? `${of.number}. ` : null}
                  {of.question || of.asked}
                </p>
                {of.question && of.asked && of.question !== of.asked ? (
                  <p className="max-w-prose text-xs wrap-anywhere whitespace-pre-wrap text-ink-3">
                    {t('clarifications.asYours', { question: of.asked })}
                  </p>
                ) : null}
                {of.reply ? (
                  <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{of.reply}</p>
                ) : null}
                {of.reason ? (
                  <p className="max-w-prose wrap-anywhere whitespace-pre-wrap text-ink-2">
                    {t('clarifications.reason', { reason: of.reason })}
                  </p>
                ) : null}
                {of.status === 'answered' && of.decided_at ? (
                  <p className="text-xs text-ink-3">
                    {t(of.note ? 'clarifications.toldAt' : 'clarifications.answeredAt', {
                      at: at(of.decided_at),
                    })}
                  </p>
                ) : null}
              </li>
            ))}
          </ol>
          {all.refused ? null : <AskForm category={preview.id} />}
        </Card>
      )}
    </Load>
  )
}
