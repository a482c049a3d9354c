import { useActivity } from '@zabuni/activities/ui/here'
import { BuyerList } from '../buyer-list.tsx'

/** Where an activity's jobs begin for the operator: with whose they are. */
export default function Buyers() {
  const { word, href } = useActivity()
  return <BuyerList title={word('list')} list={href('list')} />
}
