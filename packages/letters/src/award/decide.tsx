import { useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { useProof } from '@zabuni/routing/ui/proof'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { useLetterLanguage } from '../parts.tsx'
import { award, type Standing } from '../queries.ts'
import { Gives } from './gives.tsx'
import { kindOf, sharesOf } from './outcome.ts'

/** The words of the act, by what it decides and what follows it. */
const useWords = (standing: Standing) => {
  const { t } = useTranslation('letters')
  const lines = standing.recommendation?.lines ?? []
  const shares = sharesOf(standing, lines)
  const kind = lines.length ? kindOf(standing) : 'none'
  const { steps } = standing.policy
  const letters = steps.includes('letters')
  const told = standing.bids.length - shares.length
  const sure = {
    none: t('decide.sureNone'),
    all: t(steps.includes('list') ? 'decide.sureList' : 'decide.sureAll', {
      count: shares.length,
    }),
    one: t('decide.sure', { name: shares[0]?.name ?? '' }),
    line: t('decide.sureItems', { count: lines.length }),
  }[kind]
  const act =
    kind === 'none'
      ? 'decide.actNone'
      : kind === 'all'
        ? letters
          ? 'decide.actAll'
          : 'decide.actAllPlain'
        : letters
          ? 'decide.act'
          : 'decide.actPlain'
  return {
    sure,
    act: t(act),
    body: letters
      ? t('decide.body', { count: standing.bids.length, days: standing.standstill_days })
      : t('decide.bodyPlain', { count: standing.bids.length }),
    told: told > 0 ? t('decide.told', { count: told }) : null,
    forGood: t(letters ? 'decide.sureBody' : 'decide.surePlain'),
  }
}

/** What was proposed, by whom, and the act of another person that decides on it. */
export const Decide = ({ standing }: { standing: Standing }) => {
  const { t } = useTranslation('letters')
  const cache = useQueryClient()
  const language = useLetterLanguage()
  const { withProof, proofDialog } = useProof()
  const [asking, setAsking] = useState(false)
  // One key for this intent: a retry after a lost answer is the same award.
  const [key] = useState(() => crypto.randomUUID())
  const words = useWords(standing)
  const rec = standing.recommendation
  if (!rec) return null
  const mine = rec.by === session()?.user_id
  const may = mayHere(standing.activity, 'award') && !mine
  const decide = async () => {
    const body = { recommended_at: rec.at, language }
    try {
      const made = await withProof(() => award(standing.category_id, body, key))
      setAsking(false)
      toast('ok', made.letters ? t('decide.done', { count: made.letters }) : t('decide.donePlain'))
    } finally {
      // What was refused because another was recommended is shown as it is now.
      await cache.invalidateQueries({ queryKey: keys.category(standing.category_id) })
    }
  }
  return (
    <Card title={t('decide.title')}>
      <div className="grid gap-4">
        <Facts
          items={[
            {
              label: t('decide.recommended'),
              value: <Gives standing={standing} lines={rec.lines} />,
            },
            {
              label: t('decide.by'),
              value: `${rec.by_name} · ${formatMoment(rec.at, standing.timezone)}`,
            },
            ...(rec.reason ? [{ label: t('decide.reason'), value: rec.reason }] : []),
          ]}
        />
        {may ? (
          <>
            <p className="text-sm text-ink-2">{words.body}</p>
            <div>
              <Button look="primary" onClick={() => setAsking(true)}>
                {words.act}
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
        title={words.sure}
        description={
          <span className="grid gap-3">
            <Gives standing={standing} lines={rec.lines} />
            {words.told ? <span>{words.told}</span> : null}
            <span className="font-medium text-ink">{words.forGood}</span>
          </span>
        }
        action={words.act}
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
  const { selects, steps } = standing.policy
  return (
    <Card title={t(selects === 'all' ? 'decide.title' : 'decided.title')}>
      <Facts
        items={[
          {
            label: t(
              selects !== 'all'
                ? 'decided.winner'
                : steps.includes('list')
                  ? 'decided.listed'
                  : 'decided.passed',
            ),
            value: <Gives standing={standing} lines={made.lines} />,
          },
          {
            label: t('decide.by'),
            value: `${made.by_name} · ${formatMoment(made.at, standing.timezone)}`,
          },
          ...(steps.includes('letters')
            ? [
                {
                  label: t(selects === 'all' ? 'decided.takesEffect' : 'decided.standstill'),
                  value: formatMoment(made.standstill_ends, standing.timezone),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
