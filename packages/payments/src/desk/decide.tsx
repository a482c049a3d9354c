import { useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useProof } from '@zabuni/routing/ui/proof'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { TextLink } from '@zabuni/ui/text-link'
import { type ReactNode, useState } from 'react'
import { ActDialog } from './act-dialog.tsx'
import { reconcilePath, Verdict } from './parts.tsx'
import { decide, evidenceOf, type Resolution, type Subject } from './queries.ts'

type Act = Resolution['act']

type Props = {
  /** What there is to decide about; nothing: only what was decided is shown. */
  of: Subject | undefined
  acts: readonly Act[]
  /** What an act means, with whom and how much it is about. */
  means: (act: Act, target?: string) => string
  alone: boolean
  open: Resolution | undefined
  resolutions: readonly Resolution[]
  suggested?: string | undefined
  children?: ReactNode
}

/** What is proposed and decided about money: one proposes, another approves; below the limit one does. */
export const Decide = ({
  of,
  acts,
  means,
  alone,
  open,
  resolutions,
  suggested,
  children,
}: Props) => {
  const { t } = useTranslation('payments')
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const [asking, setAsking] = useState<Act | 'approve' | 'refuse'>()
  const mayMove = mayI('MANAGE_PAYMENTS')
  const close = () => setAsking(undefined)
  const done = async () => {
    await cache.invalidateQueries({ queryKey: keys.payment })
    close()
  }
  if (!of && !resolutions.length) return null
  return (
    <Card
      title={t('desk.decided.title')}
      footer={
        of && mayMove ? (
          open ? (
            open.mine ? null : (
              <>
                <Button onClick={() => setAsking('refuse')}>{t('desk.refuse')}</Button>
                <Button look="primary" onClick={() => setAsking('approve')}>
                  {t('desk.approve')}
                </Button>
              </>
            )
          ) : (
            acts.map((act, i) => (
              <Button
                key={act}
                look={i === acts.length - 1 && act !== 'undo' ? 'primary' : 'secondary'}
                onClick={() => setAsking(act)}
              >
                {t(`desk.acts.${act}`)}
              </Button>
            ))
          )
        ) : null
      }
    >
      <div className="grid gap-3 text-sm">
        {children}
        {open?.mine ? <Banner tone="info">{t('desk.story.another')}</Banner> : null}
        <ul className="grid gap-3">
          {resolutions.map((r) => (
            <li key={r.id} className="grid justify-items-start gap-0.5 border-l-2 border-line pl-3">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {t(`desk.acts.${r.act}`)} <Verdict of={r} />
                {r.target ? <TextLink to={reconcilePath(r.target)}>{r.target}</TextLink> : null}
              </span>
              <span className="break-words">{r.reason}</span>
              <span className="text-xs text-ink-2">
                {r.proposer} · {formatMoment(r.proposed_at, ownZone())}
              </span>
              {r.decided_at ? (
                <span className="text-xs text-ink-2">
                  {r.decider} · {formatMoment(r.decided_at, ownZone())}
                </span>
              ) : null}
              {r.evidence ? (
                <ActButton
                  size="sm"
                  act={async () => saveFile(await evidenceOf(r.id), t('desk.line.evidenceFile'))}
                >
                  {t('desk.line.evidence')}
                </ActButton>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      {of && asking && asking !== 'approve' && asking !== 'refuse' ? (
        <ActDialog
          act={asking}
          of={of}
          means={means(asking)}
          alone={alone}
          suggested={suggested}
          onClose={close}
          onDone={done}
          withProof={withProof}
        />
      ) : null}
      {of && open
        ? (['approve', 'refuse'] as const).map((word) => (
            <AskDialog
              key={word}
              open={asking === word}
              onClose={close}
              title={t(`desk.${word}`)}
              description={
                word === 'approve' ? means(open.act, open.target) : t('desk.story.refuseMeans')
              }
              action={t(`desk.${word}`)}
              send={async () => {
                await withProof(() => data(decide(of, word === 'approve')))
                await done()
              }}
            />
          ))
        : null}
      {proofDialog}
    </Card>
  )
}
