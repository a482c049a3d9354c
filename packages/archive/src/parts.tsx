import { saveFile } from '@zabuni/api/download'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { dayText, formatBytes, formatMoment } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { DownloadIcon } from 'lucide-react'
import type { Head, JobRow, Outcome, Paper } from './queries.ts'

const TONES: Record<Outcome, Tone> = {
  won: 'ok',
  lost: 'neutral',
  failed: 'warn',
  withdrawn: 'neutral',
  unconfirmed: 'neutral',
  none: 'neutral',
}

/** What came of a bid, in a word. */
export const OutcomeBadge = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslation('archive')
  return <Badge tone={TONES[outcome]}>{t(`outcomes.${outcome}`)}</Badge>
}

/** Until when a job is kept; beyond that where somebody holds it. */
export const Until = ({ of }: { of: Pick<JobRow, 'keep_until' | 'held'> }) => {
  const { t } = useTranslation('archive')
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="tabular">{dayText(of.keep_until)}</span>
      {of.held ? <Badge tone="info">{t('held')}</Badge> : null}
    </span>
  )
}

/** That what was kept of a job goes, or has gone. */
export const Gone = ({ as }: { as: Head['destruction'] }) => {
  const { t } = useTranslation('archive')
  return as ? (
    <Banner tone="info">
      {t(as === 'disposed' ? 'disposal.after.disposed' : 'disposal.after.destroying')}
    </Banner>
  ) : null
}

/** Since when a job is in the archive, until when, and why. */
export const KeptFacts = ({ of }: { of: Head }) => {
  const { t } = useTranslation('archive')
  return (
    <div className="grid gap-4">
      {of.held ? <Banner tone="info">{t('heldNote')}</Banner> : null}
      <Card>
        <Facts
          items={[
            { label: t('columns.archived'), value: formatMoment(of.archived_at, of.timezone) },
            { label: t('facts.from'), value: dayText(of.basis_on) },
            { label: t('columns.until'), value: dayText(of.keep_until) },
            { label: t('facts.why'), value: t(`basis.${of.basis}`) },
          ]}
        />
      </Card>
    </div>
  )
}

/** The documents of a bid and the letters to who made it. */
export const Papers = ({
  title,
  none,
  papers,
  take,
}: {
  title: string
  none: string
  papers: readonly Paper[]
  /** Reads one of them; left out where whoever looks may take none. */
  take?: (paper: Paper) => Promise<Blob>
}) => {
  const { t, i18n } = useTranslation('archive')
  const heads = [
    { key: 'name', label: t('columns.document') },
    { key: 'about', label: t('columns.about') },
    { key: 'at', label: t('columns.received') },
    { key: 'size', label: t('columns.size'), numeric: true },
    ...(take ? [{ key: 'act', label: t('columns.act'), quiet: true }] : []),
  ]
  return (
    <Card title={title} flush>
      {papers.length ? (
        <TableFrame caption={title} heads={heads}>
          {papers.map((p) => (
            <PlainRow
              key={p.id}
              heads={heads}
              cells={[
                <span key="n" className="font-medium break-words">
                  {p.name}
                </span>,
                <span key="a" className="break-words">
                  {p.kind === 'letter' ? t('bid.letter', { reference: p.about }) : p.about}
                </span>,
                formatMoment(p.at, ownZone()),
                p.size ? formatBytes(p.size, i18n.language) : '–',
                take ? (
                  <ActButton
                    key="t"
                    size="sm"
                    aria-label={t('bid.download', { name: p.name })}
                    icon={<DownloadIcon aria-hidden="true" size={14} />}
                    act={async () => saveFile(await take(p), p.name)}
                  />
                ) : null,
              ]}
            />
          ))}
        </TableFrame>
      ) : (
        <p className="px-4 py-6 text-sm text-ink-2">{none}</p>
      )}
    </Card>
  )
}
