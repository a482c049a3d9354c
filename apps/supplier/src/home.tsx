import Home from '@zabuni/bidding/home'
import { CompanyStanding } from '@zabuni/suppliers/standing'

/** A supplier's dashboard, with what the company's profile lacks. */
export default function SupplierHome() {
  return <Home company={<CompanyStanding />} />
}
