import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'

/** Whose side of the counter this browser is on. */
export const onOperatorDesk = (): boolean => session()?.user_type === 'qed'

/** In use or not, as the server narrows lists. */
export const STANDINGS = ['active', 'deactivated'] as const

/** The filter of lists whose things are in use or not. */
export const useStandingFilter = () => {
  const { t } = useTranslation('admin')
  return {
    key: 'standing',
    kind: 'many' as const,
    label: t('status'),
    options: STANDINGS.map((s) => ({ value: s, label: t(s === 'active' ? 'active' : 'inactive') })),
  }
}

/** Whether something is in use. */
export const ActiveBadge = ({ active }: { active: boolean }) => {
  const { t } = useTranslation('admin')
  return <Badge tone={active ? 'ok' : 'neutral'}>{t(active ? 'active' : 'inactive')}</Badge>
}

/** Runs an act that has no form: says that it is saved, or why not. */
export const useAct = () => {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState<string>()
  const act = async (name: string, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(name)
    try {
      await work()
      toast('ok', t('toast.saved'))
      return true
    } catch (error) {
      toast('bad', problemText(error, i18n))
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return { act, busy }
}
