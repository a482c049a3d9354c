import { useTranslation } from '@zabuni/i18n'
import { Badge, type Tone } from '@zabuni/ui/badge'
import type { ListEntry } from '../queries.ts'

/** Whether a supplier may be invited out of its list now. */
export const invitable = (entry: Pick<ListEntry, 'status' | 'expired'>): boolean =>
  entry.status === 'active' && !entry.expired

const TONES: Record<ListEntry['status'] | 'expired', Tone> = {
  active: 'ok',
  expired: 'warn',
  suspended: 'warn',
  removed: 'bad',
}

/** How a supplier stands on its list, in a word. */
export const EntryBadge = ({ entry }: { entry: ListEntry }) => {
  const { t } = useTranslation('sourcing')
  const word = entry.status === 'active' && entry.expired ? 'expired' : entry.status
  return <Badge tone={TONES[word]}>{t(`lists.status.${word}`)}</Badge>
}
