import { saveFile } from '@zabuni/api/download'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { short } from '@zabuni/i18n/decimal'
import { formatDay } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { DownloadIcon } from 'lucide-react'
import { type WorldOwner, type WorldRow, worldPaper } from './world-queries.ts'

const TONES = { valid: 'ok', expiring: 'warn', expired: 'bad', missing: 'neutral' } as const

/** How the papers of a supplier stand together. */
export const PapersBadge = ({ state }: { state: WorldRow['papers'] }) => {
  const { t } = useTranslation('world')
  return <Badge tone={TONES[state]}>{t(`papers.${state}`)}</Badge>
}

/** How one of its papers stands. */
export const PaperBadge = ({ state }: { state: WorldRow['papers'] }) => {
  const { t } = useTranslation('world')
  return <Badge tone={TONES[state]}>{t(`paper.${state}`)}</Badge>
}

/** What somebody is in a company. */
export const useRole = () => {
  const { t } = useTranslation('world')
  return ({ director, share }: { director: boolean; share?: string }) =>
    t(director ? (share ? 'owner.both' : 'owner.director') : 'owner.shareholder')
}

/** Who owns a company, with what they are and since when. */
export const OwnerTable = ({
  owners,
  caption,
}: {
  owners: readonly WorldOwner[]
  caption: string
}) => {
  const { t, i18n } = useTranslation('world')
  const role = useRole()
  const heads = [
    { key: 'name', label: t('owner.name') },
    { key: 'number', label: t('owner.number') },
    { key: 'role', label: t('owner.role') },
    { key: 'share', label: t('owner.share'), numeric: true },
    { key: 'from', label: t('owner.from') },
    { key: 'until', label: t('owner.until') },
  ]
  return (
    <TableFrame caption={caption} heads={heads}>
      {owners.map((o) => (
        <PlainRow
          key={o.id}
          heads={heads}
          cells={[
            <span key="name" className="grid">
              <span className="font-medium">{o.name}</span>
              <span className="text-xs text-ink-3">
                {t(`owner.${o.kind}`)} · {countryName(o.nationality, i18n.language)}
              </span>
            </span>,
            o.number || <span className="text-ink-3">{t('owner.noNumber')}</span>,
            role(o),
            o.share ? `${short(o.share)}%` : '–',
            formatDay(o.from, ownZone()),
            o.until ? formatDay(o.until, ownZone()) : t('owner.still'),
          ]}
        />
      ))}
    </TableFrame>
  )
}

/** Fetches a paper of a supplier and hands it to the person. */
export const OpenPaper = ({
  supplier,
  file,
  name,
}: {
  supplier: string
  file: string
  name: string
}) => {
  const { t } = useTranslation('world')
  return (
    <ActButton
      size="sm"
      icon={<DownloadIcon aria-hidden="true" size={14} />}
      aria-label={t('details.openName', { name })}
      act={async () => saveFile(await worldPaper(supplier, file), name)}
    >
      {t('details.open')}
    </ActButton>
  )
}
