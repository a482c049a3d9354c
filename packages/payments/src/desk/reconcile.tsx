import { useParams } from 'react-router'
import { LineScreen } from './line.tsx'
import { StoryScreen } from './story.tsx'

/** What an address names: an order by its number or id, or a line of a statement by its code. */
export default function Reconcile() {
  const { code, id } = useParams()
  const named = code ?? id ?? ''
  return /^st-/i.test(named) ? <LineScreen code={named} /> : <StoryScreen number={named} />
}
