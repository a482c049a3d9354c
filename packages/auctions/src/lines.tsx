import { saveFile } from '@zabuni/api/download'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import type { ReactNode } from 'react'
import { useMoney } from './parts.tsx'
import type { Line } from './queries.ts'

const SHOWN = 100

const ENDS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' }

const Scan = ({ paper, scan }: { paper: string; scan: (paper_id: string) => Promise<Blob> }) => {
  const { t } = useTranslation('auctions')
  return (
    <ActButton
      size="sm"
      act={async () => {
        const file = await scan(paper)
        saveFile(file, `${t('paper.scan')}.${ENDS[file.type] ?? 'pdf'}`)
      }}
    >
      {t('paper.scan')}
    </ActButton>
  )
}

/** What happened in a room, the latest first, as its reader may see it. */
export const Lines = ({
  lines,
  currency,
  zone,
  nameOf,
  act,
  scan,
}: {
  lines: readonly Line[]
  currency: string
  zone: string
  /** Who did it, where the reader may know. */
  nameOf?: (line: Line) => string | undefined
  /** What can be done about a line. */
  act?: (line: Line) => ReactNode
  /** Fetches the paper that a bid was entered from, where the reader may see it. */
  scan: ((paper_id: string) => Promise<Blob>) | undefined
}) => {
  const { t } = useTranslation('auctions')
  const money = useMoney(currency)
  const who = (line: Line) =>
    line.mine
      ? t('lines.you')
      : (nameOf?.(line) ?? (line.alias ? t('lines.alias', { alias: line.alias }) : undefined))
  const latest = lines.slice(-SHOWN).reverse()
  return (
    <Card flush title={t('lines.title')}>
      {lines.length ? null : <p className="px-4 py-3 text-sm text-ink-2">{t('lines.none')}</p>}
      <ol className="divide-y divide-line">
        {latest.map((line) => {
          const name = who(line)
          return (
            <li key={line.n} className="flex items-start justify-between gap-3 px-4 py-2.5 text-sm">
              <span className="grid min-w-0 gap-0.5">
                <span className={line.void ? 'text-ink-3 line-through' : ''}>
                  {line.kind === 'bid_void'
                    ? t('lines.bid_void', { n: line.voids_n ?? '' })
                    : t(`lines.${line.kind}`)}
                  {line.amount ? (
                    <b className="tabular ml-2 font-semibold">{money(line.amount)}</b>
                  ) : null}
                  {line.kind === 'end_moved' || line.kind === 'resumed' ? (
                    <span className="tabular ml-2">{formatMoment(line.ends_after, zone)}</span>
                  ) : null}
                </span>
                <span className="text-xs text-ink-3">
                  {[`#${line.n}`, formatMoment(line.at, zone), name].filter(Boolean).join(' · ')}
                </span>
                {line.reason ? <span className="text-ink-2">{line.reason}</span> : null}
              </span>
              <span className="flex shrink-0 items-center gap-2">
                {line.void ? <Badge tone="bad">{t('lines.void')}</Badge> : null}
                {line.paper_id && scan ? <Scan paper={line.paper_id} scan={scan} /> : null}
                {act?.(line)}
              </span>
            </li>
          )
        })}
      </ol>
      {lines.length > SHOWN ? (
        <p className="border-t border-line px-4 py-2.5 text-xs text-ink-3">
          {t('lines.more', { count: lines.length - SHOWN })}
        </p>
      ) : null}
    </Card>
  )
}
