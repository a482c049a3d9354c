import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { ShieldCheckIcon } from 'lucide-react'
import { CaseBadge, CaseStory, expired } from './case.tsx'
import { appealDecision, type Notice, notices, replyToNotice } from './queries.ts'

const Answer = ({ notice, kind }: { notice: Notice; kind: 'reply' | 'appeal' }) => {
  const { t } = useTranslation(['admin', 'common'])
  const cache = useQueryClient()
  const form = useProblemForm({
    defaultValues: { text: '' },
    submit: async (body) => {
      if (kind === 'reply') await replyToNotice(notice.id, body.text)
      else await appealDecision(notice.id, body.text)
      toast('ok', t('common:toast.saved'))
      await cache.invalidateQueries({ queryKey: [...keys.companies, 'notices'] })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-3">
      <ErrorSummary form={form} />
      <TextareaField
        required
        label={t(kind === 'reply' ? 'notices.yourReply' : 'notices.yourAppeal')}
        hint={t(kind === 'reply' ? 'notices.replyHint' : 'notices.appealHint')}
        {...form.field('text')}
      />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={form.busy}>
          {t(kind === 'reply' ? 'notices.sendReply' : 'notices.sendAppeal')}
        </Button>
      </div>
    </form>
  )
}

const next = (n: Notice): 'reply' | 'appeal' | null => {
  if (!mayI('UPDATE_COMPANY_INFO')) return null
  if (n.status === 'notified' && new Date(n.reply_by).getTime() > serverNow()) return 'reply'
  return n.status === 'blacklisted' && !expired(n) && !n.appeal ? 'appeal' : null
}

/** What buyers and the platform hold against the company, and its answers. */
export default function Notices() {
  const { t } = useTranslation('admin')
  const query = useQuery(notices)
  return (
    <Load query={query} title={t('notices.title')}>
      {({ items }) => (
        <Page width="form" title={t('notices.title')} subtitle={t('notices.note')}>
          {items.length ? (
            <div className="grid gap-4">
              {items.map((n) => {
                const kind = next(n)
                return (
                  <Card
                    key={n.id}
                    title={n.buyer || t('groups.platform')}
                    actions={<CaseBadge of={n} />}
                  >
                    <div className="grid gap-4">
                      {n.status === 'notified' ? (
                        <p className="text-sm">
                          {t('notices.replyBy', { date: formatMoment(n.reply_by, ownZone()) })}
                        </p>
                      ) : null}
                      {n.status === 'blacklisted' && n.expires_at ? (
                        <p className="text-sm">
                          {t('case.until', { date: formatDay(n.expires_at, ownZone()) })}
                        </p>
                      ) : null}
                      <CaseStory of={n} />
                      {kind ? <Answer notice={n} kind={kind} /> : null}
                    </div>
                  </Card>
                )
              })}
            </div>
          ) : (
            <EmptyState
              icon={<ShieldCheckIcon size={18} />}
              title={t('notices.empty')}
              body={t('notices.emptyBody')}
            />
          )}
        </Page>
      )}
    </Load>
  )
}
