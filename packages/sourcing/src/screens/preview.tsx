import { CategoryFrame } from '../category/frame.tsx'
import { PreviewTab } from '../category/preview-tab.tsx'

/** The preview at an address of its own, where the desk has one. */
export default function Preview() {
  return <CategoryFrame tab="preview">{(props) => <PreviewTab {...props} />}</CategoryFrame>
}
