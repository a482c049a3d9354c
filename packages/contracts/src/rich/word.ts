import { getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import mammoth from 'mammoth'
import { cleaned } from './clean.ts'
import { extensions } from './nodes.ts'

/** How many lists a word processor of ours sets within each other. */
const LEVELS = 9

/**
 * What the reader does not take by itself: underlining, and what follows the first paragraph of an item, which its style
 * names (List Continue, List Continue 2, as word processors have them).
 */
const STYLES = [
  'u => u',
  ...Array.from({ length: LEVELS }, (_, i) => {
    const name = i ? `List Continue ${i + 1}` : 'List Continue'
    return `p[style-name='${name}'] => ${'ul|ol > li > '.repeat(i + 1)}p:fresh`
  }),
]

/** Reads a document of a word processor on this device, as far as a contract's text goes. */
export const readWord = async (file: Blob): Promise<JSONContent> => {
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: await file.arrayBuffer() },
    { styleMap: STYLES },
  )
  const schema = getSchema(extensions())
  // Spaces say what they say there: there are none between the elements.
  const text = DOMParser.fromSchema(schema).parse(cleaned(value), { preserveWhitespace: true })
  return text.toJSON() as JSONContent
}
