import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { dayText, formatBytes, formatMoment } from '@zabuni/i18n/format'
import { useProof } from '@zabuni/routing/ui/proof'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog, ReasonDialog } from '@zabuni/ui/ask'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { toast } from '@zabuni/ui/toast'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import {
  certificate,
  type Disposal,
  decideDisposal,
  disposal,
  type Head,
  proposeDisposal,
} from './queries.ts'

type Standing = NonNullable<Disposal['disposal']>
type Act = 'propose' | 'destroy' | 'refuse'

const TONES: Record<Standing['status'], Tone> = {
  proposed: 'warn',
  approved: 'warn',
  destroying: 'warn',
  disposed: 'neutral',
  refused: 'info',
  stopped: 'info',
}

/** The signed word that what was kept of a job was destroyed. */
export const Certificate = ({ of: j }: { of: Head }) => {
  const { t } = useTranslation('archive')
  return (
    <ActButton
      icon={<DownloadIcon aria-hidden="true" size={15} />}
      act={async () =>
        saveFile(
          await certificate(j.id),
          `certificate-${j.reference.replaceAll(/[\\/:*?"<>|]/g, '-')}.json`,
        )
      }
    >
      {t('disposal.certificate')}
    </ActButton>
  )
}

// What goes, counted: whoever proposes or decides has read it.
const Goes = ({ of: d }: { of: Disposal }) => {
  const { t, i18n } = useTranslation('archive')
  const heads = [
    { key: 'name', label: t('columns.document') },
    { key: 'size', label: t('columns.size'), numeric: true },
  ]
  return (
    <div className="grid gap-3">
      <p className="font-medium">
        {[
          t('disposal.files', { count: d.files }),
          t('disposal.bids', { count: d.bids }),
          t('disposal.letters', { count: d.letters }),
          formatBytes(d.bytes, i18n.language),
        ].join(' · ')}
      </p>
      <p className="text-ink-2">{t('disposal.means')}</p>
      {d.list.length ? (
        <TableFrame caption={t('disposal.goes')} heads={heads}>
          {d.list.map((f) => (
            <PlainRow
              key={f.id}
              heads={heads}
              cells={[
                <span key="n" className="grid">
                  <span className="break-words">{f.name || t(`disposal.kinds.${f.kind}`)}</span>
                  <span className="font-mono text-xs break-all text-ink-3">{f.sha256}</span>
                </span>,
                formatBytes(f.size, i18n.language),
              ]}
            />
          ))}
        </TableFrame>
      ) : null}
      {d.list.length < d.files ? (
        <p className="text-xs text-ink-3">{t('disposal.first', { count: d.list.length })}</p>
      ) : null}
    </div>
  )
}

// Who proposed and decided, and what came of it.
const Story = ({ of: s, zone }: { of: Standing; zone: string }) => {
  const { t } = useTranslation('archive')
  const at = (moment: string) => formatMoment(moment, zone)
  return (
    <div className="grid gap-1">
      <span>
        <Badge tone={TONES[s.status]}>{t(`disposal.status.${s.status}`)}</Badge>
      </span>
      <span className="break-words">
        {t('disposal.proposedBy', {
          name: s.proposed_by,
          date: at(s.proposed_at),
          reason: s.reason,
        })}
      </span>
      {s.decided_at ? (
        <span>{t('disposal.decidedBy', { name: s.decided_by, date: at(s.decided_at) })}</span>
      ) : null}
      {s.said ? (
        <span className="break-words">{t('disposal.said', { reason: s.said })}</span>
      ) : s.status === 'stopped' ? (
        <span>{t('disposal.otherList')}</span>
      ) : null}
    </div>
  )
}

const Ways = ({ of: d, ask }: { of: Disposal; ask: (act: Act) => void }) => {
  const { t } = useTranslation('archive')
  const standing = d.disposal
  if (standing?.status === 'proposed')
    return (
      <div className="grid gap-2">
        {standing.own ? <p className="text-ink-2">{t('disposal.own')}</p> : null}
        <div className="flex flex-wrap gap-2">
          {standing.own ? null : (
            <Button look="danger" onClick={() => ask('destroy')}>
              {t('disposal.destroy')}
            </Button>
          )}
          <Button onClick={() => ask('refuse')}>{t('disposal.refuse')}</Button>
        </div>
      </div>
    )
  const again = !standing || standing.status === 'refused' || standing.status === 'stopped'
  return again && d.due && !d.job.held ? (
    <div>
      <Button onClick={() => ask('propose')}>{t('disposal.propose')}</Button>
    </div>
  ) : null
}

/** How what is kept of a job is destroyed: one person proposes with the list, another decides. */
export const Destruction = ({ jobId }: { jobId: string }) => {
  const { t, i18n } = useTranslation('archive')
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const [asking, setAsking] = useState<Act>()
  const query = useQuery(disposal(jobId))
  const close = () => setAsking(undefined)
  const done = async (said: 'proposedToast' | 'decidedToast' | 'refusedToast') => {
    await cache.invalidateQueries({ queryKey: keys.archive })
    close()
    toast('ok', t(`disposal.${said}`))
  }
  return (
    <Load query={query} title={t('disposal.title')}>
      {(d) => {
        const told = {
          title: d.job.title,
          buyer: d.job.buyer,
          files: t('disposal.files', { count: d.files }),
          bids: t('disposal.bids', { count: d.bids }),
          letters: t('disposal.letters', { count: d.letters }),
          size: formatBytes(d.bytes, i18n.language),
          name: d.disposal?.proposed_by ?? '',
          reason: d.disposal?.reason ?? '',
        }
        const gone = d.disposal?.status === 'disposed' && d.disposal.ended_at
        return (
          <Card title={t('disposal.title')}>
            <div className="grid gap-4 text-sm">
              {gone ? (
                <Banner tone="info">
                  {t('disposal.gone', { date: formatMoment(gone, d.job.timezone) })}
                </Banner>
              ) : d.job.held ? (
                <p className="text-ink-2">{t('disposal.held')}</p>
              ) : d.due ? null : (
                <p className="text-ink-2">
                  {t('disposal.notDue', { until: dayText(d.job.keep_until) })}
                </p>
              )}
              {d.disposal ? <Story of={d.disposal} zone={d.job.timezone} /> : null}
              {d.due && !gone ? <Goes of={d} /> : null}
              {gone ? (
                <div>
                  <Certificate of={d.job} />
                </div>
              ) : (
                <Ways of={d} ask={setAsking} />
              )}
            </div>
            {asking === 'destroy' ? (
              <AskDialog
                open
                onClose={close}
                title={t('disposal.destroyTitle', told)}
                description={t('disposal.destroyMeans', told)}
                action={t('disposal.destroy')}
                send={async () => {
                  await withProof(() => decideDisposal(jobId, { destroy: true, seen: d.sum }))
                  await done('decidedToast')
                }}
              />
            ) : asking ? (
              <ReasonDialog
                open
                onClose={close}
                title={t(`disposal.${asking}Title`, told)}
                description={t(`disposal.${asking}Means`, told)}
                action={t(`disposal.${asking}`)}
                reasonHint={t(`disposal.${asking}Hint`)}
                send={async (reason) => {
                  await (asking === 'propose'
                    ? proposeDisposal(jobId, { reason, seen: d.sum })
                    : decideDisposal(jobId, { destroy: false, reason }))
                  await done(asking === 'propose' ? 'proposedToast' : 'refusedToast')
                }}
              />
            ) : null}
            {proofDialog}
          </Card>
        )
      }}
    </Load>
  )
}
