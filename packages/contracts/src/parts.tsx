import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { type Status, TONES } from './queries.ts'

/** Where a contract stands, in a word. */
export const StatusBadge = ({ status }: { status: Status }) => {
  const { t } = useTranslation('contracts')
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
}

/** A day of the wire (2026-12-31) as people read it; a dash for none. */
export const day = (iso: string | undefined): string => (iso ? formatDate(`${iso}T00:00`) : '–')

/** Which list the screen belongs to, with what it knows of where it stands. */
export const usePart = () => {
  const here = useHere()
  const part: 'edit' | 'approval' = here.of === 'approval' ? 'approval' : 'edit'
  return { ...here, part }
}
