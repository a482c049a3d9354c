import { session } from '@zabuni/api/session'
import { hasModule } from '@zabuni/routing/guard'
import { type Activity, MODULE_OF } from './activity.ts'
import { useHere } from './here.tsx'
import { mayHere } from './may.ts'

/** Whatever a risk is about, the register stands here. */
const REGISTER: Activity = 'risk_management'

/** Leads to a new risk, of a job or a supplier where they are told: an address for whoever keeps the register. */
export const useNewRisk = () => {
  const { hrefOf } = useHere()
  const keeps = mayHere(REGISTER, 'conduct') && hasModule(session(), MODULE_OF[REGISTER])
  return (about: { jobId?: string | undefined; supplierId?: string | undefined }) =>
    keeps ? hrefOf(REGISTER, 'riskCreate', about) : null
}
