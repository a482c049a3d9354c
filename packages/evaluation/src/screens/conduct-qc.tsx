import { Conduct } from '../checks/conduct.tsx'

/** The same bid as somebody else checks it again, without what was found before. */
export default function ConductQC() {
  return <Conduct turn="second" />
}
