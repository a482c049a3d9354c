import { useSearchParams } from 'react-router'
import { Criteria } from '../category/criteria.tsx'
import { CategoryFrame, type TabName } from '../category/frame.tsx'
import { Overview } from '../category/overview.tsx'
import { PreviewTab } from '../category/preview-tab.tsx'

const TABS = { overview: Overview, criteria: Criteria, preview: PreviewTab } as const
type Own = keyof typeof TABS

/** A category: the parts that have no address of their own are told apart by the query. */
export default function CategoryDetails() {
  const [query] = useSearchParams()
  const asked = query.get('tab') ?? ''
  const tab: Own & TabName = Object.hasOwn(TABS, asked) ? (asked as Own) : 'overview'
  const Tab = TABS[tab]
  return <CategoryFrame tab={tab}>{(props) => <Tab {...props} />}</CategoryFrame>
}
