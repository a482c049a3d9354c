import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { useMatches } from 'react-router'
import { statusOf, TONES } from './queries.ts'
import type { ContractsHandle } from './routes.ts'

/** Where a contract stands, in a word. */
export const StatusBadge = ({ status }: { status: string }) => {
  const { t } = useTranslation('contracts')
  const known = statusOf(status)
  return <Badge tone={TONES[known]}>{t(`status.${known}`)}</Badge>
}

/** A day of the wire (2026-12-31) as people read it; a dash for none. */
export const day = (iso: string | undefined): string => (iso ? formatDate(`${iso}T00:00`) : '–')

/** Which list the screen belongs to, and the address of a contract in it. */
export const usePart = () => {
  const handle = useMatches().at(-1)?.handle as ContractsHandle
  const { part } = handle
  const list = `/contract-management/${part}`
  return { part, list, view: (id: string) => `${list}/${id}/view` }
}
