import { useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useProof } from '@zabuni/routing/ui/proof'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { useState } from 'react'
import { DisputeDialog, type DisputeWord } from './dispute-dialog.tsx'
import { askNow, type DisputeStory, decideDispute } from './queries.ts'
import { waitsForAnother } from './waits.ts'

/** What the next step of a dispute is, and who may do it. */
export const Acts = ({ dispute: d }: { dispute: DisputeStory }) => {
  const { t, i18n } = useTranslation('payments')
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const [word, setWord] = useState<DisputeWord>()
  const [deciding, setDeciding] = useState<'approve' | 'refuse'>()
  const mayMove = mayI('MANAGE_PAYMENTS')
  const refresh = () => cache.invalidateQueries({ queryKey: keys.payment })
  const done = async () => {
    await refresh()
    setWord(undefined)
    setDeciding(undefined)
  }
  const going = d.status === 'open' || d.status === 'answered'
  const entered = d.status === 'entered'
  const said = waitsForAnother(d)
  const opens = d.lines.filter((l) => l.open)
  const about = {
    amount: formatMoney(d.amount.value, d.amount.currency, i18n.language),
    number: d.number,
    supplier: d.supplier_name,
    fees: opens.map((l) => l.name).join(', '),
    cause: d.cause,
    outcome: d.end_as ? t(`dispute.state.${d.end_as}`) : '',
  }
  return (
    <Card
      title={t('back.next')}
      footer={
        !mayMove ? null : said && !d.mine ? (
          <>
            <Button onClick={() => setDeciding('refuse')}>{t('desk.refuse')}</Button>
            <Button look="primary" onClick={() => setDeciding('approve')}>
              {t('desk.approve')}
            </Button>
          </>
        ) : going && !said ? (
          <>
            <Button onClick={() => setWord('lost')}>{t('dispute.act.lost')}</Button>
            <Button onClick={() => setWord('won')}>{t('dispute.act.won')}</Button>
            <Button look="primary" onClick={() => setWord('answer')}>
              {t('dispute.act.answer')}
            </Button>
          </>
        ) : d.status === 'lost' ? (
          <Button onClick={() => setWord('won')}>{t('dispute.act.won')}</Button>
        ) : null
      }
    >
      <div className="grid justify-items-start gap-3 text-sm">
        {said && d.mine ? <Banner tone="info">{t('desk.story.another')}</Banner> : null}
        <p>
          {t(
            entered || !said
              ? d.by_hand && d.status === 'answered'
                ? 'dispute.about.byHand'
                : `dispute.about.${d.status}`
              : 'dispute.about.said',
            about,
          )}
        </p>
        {mayMove && going && !d.by_hand ? (
          <ActButton
            size="sm"
            act={async () => {
              await data(askNow(d.attempt_id))
              await refresh()
            }}
          >
            {t('desk.askNow')}
          </ActButton>
        ) : null}
        {mayMove && d.status !== 'won' && opens.length ? (
          <>
            <p>{t('dispute.access', about)}</p>
            <div className="flex flex-wrap gap-2">
              {opens.some((l) => !l.ends) ? (
                <Button size="sm" onClick={() => setWord('ends')}>
                  {t('dispute.act.ends')}
                </Button>
              ) : null}
              {opens.some((l) => l.ends) ? (
                <Button size="sm" onClick={() => setWord('again')}>
                  {t('dispute.act.again')}
                </Button>
              ) : null}
            </div>
          </>
        ) : null}
      </div>
      {(['approve', 'refuse'] as const).map((way) => (
        <AskDialog
          key={way}
          open={deciding === way}
          onClose={() => setDeciding(undefined)}
          title={t(`desk.${way}`)}
          description={t(`dispute.decide.${way}${entered ? 'Entry' : ''}`, about)}
          action={t(`desk.${way}`)}
          send={async () => {
            await withProof(() => data(decideDispute(d.id, way === 'approve')))
            await done()
          }}
        />
      ))}
      {word ? (
        <DisputeDialog
          word={word}
          dispute={d}
          means={t(`dispute.means.${word}`, about)}
          onClose={() => setWord(undefined)}
          onDone={done}
          withProof={withProof}
        />
      ) : null}
      {proofDialog}
    </Card>
  )
}
