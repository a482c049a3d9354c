import { getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import mammoth from 'mammoth'
import { cleaned } from './clean.ts'
import { extensions } from './nodes.ts'

/** Reads a document of a word processor on this device, as far as a contract's text goes. */
export const readWord = async (file: Blob): Promise<JSONContent> => {
  const { value } = await mammoth.convertToHtml({ arrayBuffer: await file.arrayBuffer() })
  const schema = getSchema(extensions())
  return DOMParser.fromSchema(schema).parse(cleaned(value)).toJSON() as JSONContent
}
