import { Conduct } from '../checks/conduct.tsx'

/** One bid as a checker reads it for the first time. */
export default function ConductQA() {
  return <Conduct turn="first" />
}
