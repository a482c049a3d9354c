import { to } from '@zabuni/activities/address'
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

/** Where this desk has its contracts: all of them, one, and the form that changes it. */
export const useContracts = () => {
  const { desk, hrefOf } = useHere()
  const of = desk === 'contracts' ? 'edit' : 'contracts'
  return {
    desk,
    /** The operator has a list for each buyer. */
    list: (buyerId?: string) =>
      desk !== 'operator'
        ? hrefOf(of, 'contracts')
        : buyerId
          ? hrefOf(of, 'buyerContracts', { buyerId })
          : hrefOf(of, 'contractBuyers'),
    one: (contractId: string) => hrefOf(of, 'contract', { contractId }),
    /** Those that wait for an approval, where the desk has a list of them alone. */
    waiting: () =>
      hrefOf('approval', 'contracts') ??
      to(hrefOf(of, 'contracts'), { query: { view: 'approval' } }),
    waitingOne: (contractId: string) =>
      hrefOf('approval', 'contract', { contractId }) ?? hrefOf(of, 'contract', { contractId }),
    update: (contractId: string) => hrefOf(of, 'contractUpdate', { contractId }),
    /** Where a buyer's people decide on it. */
    approve: (contractId: string) => hrefOf(of, 'contractApprove', { contractId }),
  }
}

/** Which list the screen belongs to, with what it knows of where it stands. */
export const usePart = () => {
  const here = useHere()
  const part: 'edit' | 'approval' = here.of === 'approval' ? 'approval' : 'edit'
  return { ...here, part }
}
