import { createElement, Fragment, type ReactNode } from 'react'
import { PROSE, type RichNode, treeOf } from './tree.ts'

const TAGS: Record<string, string> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  tableRow: 'tr',
  tableCell: 'td',
  tableHeader: 'th',
}
const MARKS: Record<string, string> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' }

const words = ({ text = '', marks = [] }: RichNode): ReactNode =>
  marks.reduce<ReactNode>((inside, mark) => {
    if (mark.type === 'link')
      return (
        <a href={mark.attrs?.href} target="_blank" rel="noopener noreferrer nofollow">
          {inside}
        </a>
      )
    const tag = MARKS[mark.type]
    return tag ? createElement(tag, {}, inside) : inside
  }, text)

const drawn = (node: RichNode, at: number): ReactNode => {
  const inside = node.content?.map(drawn)
  const { level = 2, start = 1, colspan = 1, rowspan = 1 } = node.attrs ?? {}
  switch (node.type) {
    case 'text':
      return <Fragment key={at}>{words(node)}</Fragment>
    case 'hardBreak':
      return <br key={at} />
    // A page has its own title: what a text calls its first is one step below.
    case 'heading':
      return createElement(`h${Math.min(level + 1, 4)}`, { key: at }, inside)
    case 'table':
      return (
        <table key={at}>
          <tbody>{inside}</tbody>
        </table>
      )
    case 'orderedList':
      return (
        <ol key={at} start={start}>
          {inside}
        </ol>
      )
    case 'tableCell':
    case 'tableHeader':
      return createElement(
        TAGS[node.type] ?? 'td',
        { key: at, colSpan: colspan, rowSpan: rowspan },
        inside,
      )
  }
  const tag = TAGS[node.type]
  return tag ? createElement(tag, { key: at }, inside) : null
}

/** A text to be read. It is drawn piece by piece: nothing in it can be anything but words. */
export const RichView = ({ text, lang }: { text: string; lang?: string | undefined }) => (
  <div className={`${PROSE} overflow-x-auto wrap-anywhere [&_table]:wrap-break-word`} lang={lang}>
    {treeOf(text).content?.map(drawn)}
  </div>
)
