import Profile from '@zabuni/account/profile'
import { CompanySummary } from '@zabuni/suppliers/summary'

/** A supplier's own page, with what stands of the company. */
export default function SupplierProfile() {
  return <Profile company={<CompanySummary />} />
}
