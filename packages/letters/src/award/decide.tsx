import { useQueryClient } from '@tanstack/react-query'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime, formatDeadline } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useProof } from '@zabuni/routing/ui/proof'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { useLetterLanguage } from '../parts.tsx'
import { award, categoryKey, type Standing } from '../queries.ts'

const nameOf = (standing: Standing, submission: string | undefined) =>
  standing.bids.find((b) => b.submission_id === submission)?.supplier_name

/** What was proposed, by whom, and the act of another person that decides on it. */
export const Decide = ({ standing }: { standing: Standing }) => {
  const { t } = useTranslation('letters')
  const cache = useQueryClient()
  const language = useLetterLanguage()
  const { withProof, proofDialog } = useProof()
  const [asking, setAsking] = useState(false)
  // One key for this intent: a retry after a lost answer is the same award.
  const [key] = useState(() => crypto.randomUUID())
  const rec = standing.recommendation
  if (!rec) return null
  const mine = rec.by === session()?.user_id
  const may = mayI('AWARD_JOB') && !mine
  const supplier = nameOf(standing, rec.submission_id) ?? t('recommend.everybody')
  const decide = async () => {
    const made = await withProof(() => award(standing.category_id, language, key))
    setAsking(false)
    toast('ok', t('decide.done', { count: made.letters }))
    await cache.invalidateQueries({ queryKey: categoryKey(standing.category_id) })
    await cache.invalidateQueries({ queryKey: ['evaluation', standing.category_id] })
  }
  return (
    <Card title={t('decide.title')}>
      <div className="grid gap-4">
        <Facts
          items={[
            { label: t('decide.recommended'), value: supplier },
            { label: t('decide.by'), value: `${rec.by_name} · ${formatDateTime(rec.at)}` },
            ...(rec.reason ? [{ label: t('decide.reason'), value: rec.reason }] : []),
          ]}
        />
        {may ? (
          <>
            <p className="text-sm text-ink-2">
              {standing.has_letters
                ? t('decide.body', {
                    count: standing.bids.length,
                    days: standing.standstill_days,
                  })
                : t('decide.bodyPlain')}
            </p>
            <div>
              <Button look="primary" onClick={() => setAsking(true)}>
                {standing.has_letters ? t('decide.act') : t('decide.actPlain')}
              </Button>
            </div>
          </>
        ) : (
          <Banner tone="info">{mine ? t('decide.another') : t('decide.noPrivilege')}</Banner>
        )}
      </div>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        send={decide}
        title={t('decide.sure', { name: supplier })}
        description={standing.has_letters ? t('decide.sureBody') : t('decide.surePlain')}
        action={standing.has_letters ? t('decide.act') : t('decide.actPlain')}
      />
      {proofDialog}
    </Card>
  )
}

/** What was decided, and until when no contract is signed. */
export const Decided = ({ standing }: { standing: Standing }) => {
  const { t } = useTranslation('letters')
  const made = standing.award
  if (!made) return null
  return (
    <Card title={t('decided.title')}>
      <Facts
        items={[
          {
            label: t('decided.winner'),
            value: nameOf(standing, made.submission_id) ?? t('recommend.everybody'),
          },
          { label: t('decide.by'), value: `${made.by_name} · ${formatDateTime(made.at)}` },
          ...(standing.has_letters
            ? [
                {
                  label: t('decided.standstill'),
                  value: formatDeadline(made.standstill_ends, standing.timezone),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
