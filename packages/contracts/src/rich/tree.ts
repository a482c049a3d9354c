/** A piece of a text as the server keeps it. */
export type RichNode = {
  type: string
  text?: string
  attrs?: {
    id?: string | null
    level?: number
    start?: number
    colspan?: number
    rowspan?: number
  }
  marks?: { type: string; attrs?: { href?: string } }[]
  content?: RichNode[]
}

const NOTHING: RichNode = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Reads a text of the wire; what is none is an empty one. */
export const treeOf = (json: string): RichNode => {
  if (!json) return NOTHING
  try {
    const node = JSON.parse(json) as RichNode
    return node?.type === 'doc' ? node : NOTHING
  } catch {
    return NOTHING
  }
}

/** The same text as that of other blocks: a copy of it is nobody's original. */
export const nameless = (node: RichNode): RichNode => {
  const { id: _, ...attrs } = node.attrs ?? {}
  const { attrs: __, ...rest } = node
  return {
    ...rest,
    ...(Object.keys(attrs).length ? { attrs } : {}),
    ...(node.content ? { content: node.content.map(nameless) } : {}),
  }
}

/** How a text looks, where it is read and where it is written. */
export const PROSE =
  'text-sm leading-6 [&_h1]:mt-4 [&_h1]:mb-1 [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:mt-4 [&_h2]:mb-1 [&_h2]:text-base [&_h2]:font-semibold [&_h3]:mt-3 [&_h3]:font-semibold [&_h4]:mt-3 [&_h4]:font-medium [&_p]:my-1.5 [&_ul]:my-1.5 [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:my-1.5 [&_ol]:list-decimal [&_ol]:pl-6 [&_a]:text-brand [&_a]:underline [&_table]:my-2 [&_table]:w-full [&_table]:table-fixed [&_table]:border-collapse [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_td]:align-top [&_th]:border [&_th]:border-line [&_th]:bg-sunken [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_th]:font-medium'
