import { type AnyExtension, Extension } from '@tiptap/core'
import { ListItem } from '@tiptap/extension-list'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Plugin } from '@tiptap/pm/state'
import StarterKit from '@tiptap/starter-kit'
import { newId } from '@zabuni/api/new-id'

const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
]

/** Every block keeps a name of its own through all versions; one that was split or copied gets another. */
const Names = Extension.create({
  name: 'names',
  addGlobalAttributes: () => [
    {
      types: BLOCKS,
      attributes: {
        id: { default: null, rendered: false, keepOnSplit: false, parseHTML: () => null },
      },
    },
  ],
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _, state) => {
        if (!transactions.some((t) => t.docChanged)) return null
        const seen = new Set<string>()
        const change = state.tr
        state.doc.descendants((node, at) => {
          if (!('id' in node.attrs)) return
          const id = node.attrs['id'] as string | null
          if (id && !seen.has(id)) seen.add(id)
          else change.setNodeAttribute(at, 'id', newId())
        })
        return change.docChanged ? change.setMeta('addToHistory', false) : null
      },
    }),
  ],
})

const cell = '(paragraph | heading | bulletList | orderedList)+'

/** What a text may be made of: the same closed list as the server's. */
export const extensions = (): AnyExtension[] => [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    listItem: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4] },
    link: { openOnClick: false, autolink: false, protocols: ['mailto'] },
  }),
  ListItem.extend({ content: 'paragraph (paragraph | bulletList | orderedList)*' }),
  // Without the widths that it writes as styles, which the page's policy refuses.
  Table.extend({
    renderHTML: () => ['table', ['tbody', 0]],
    addNodeView: null,
  }).configure({ resizable: false }),
  TableRow,
  TableCell.extend({ content: cell }),
  TableHeader.extend({ content: cell }),
  Names,
]
