import { DOMParser, type Slice } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import DOMPurify from 'dompurify'

/** What a page or a word processor may bring along; whatever else is around it goes, the words stay. */
const TAGS = [
  ...['p', 'div', 'br', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'a'],
  ...[
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'span',
    'table',
    'thead',
    'tbody',
    'tr',
    'td',
    'th',
  ],
]

/** A larger paste is taken as plain text: taking a whole book apart would stop the page. */
const MOST = 2_000_000

/** The page's policy refuses them before they are cleaned away, and says so: every word processor brings one. */
const STYLE_SHEETS = /<style\b[\s\S]*?<\/style\s*>/gi

/**
 * Foreign HTML as a tree of what is allowed. It is never an inner HTML of ours: the policy of the page takes
 * that from the cleaner alone, and scripts, pictures and handlers are gone before anything looks at it.
 */
export const cleaned = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html.replace(STYLE_SHEETS, ''), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'colspan', 'rowspan', 'start'],
    ALLOWED_URI_REGEXP: /^(https?:|mailto:)/i,
    // The cleaner holds every other value against that rule as well.
    ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'start'],
    RETURN_DOM_FRAGMENT: true,
  })

const sliceOf = (view: EditorView, html: string): Slice =>
  DOMParser.fromSchema(view.state.schema).parseSlice(cleaned(html), {
    context: view.state.selection.$from,
  })

const htmlOf = (from: DataTransfer | null): string => {
  const html = from?.getData('text/html') ?? ''
  return html.length > MOST ? '' : html
}

/** Takes a paste before the editor does, which would ask the page for a policy of its own. */
export const onPaste = (view: EditorView, event: ClipboardEvent): boolean => {
  if (!view.editable) return false
  event.preventDefault()
  const html = htmlOf(event.clipboardData)
  if (html) {
    const change = view.state.tr.replaceSelection(sliceOf(view, html)).scrollIntoView()
    view.dispatch(change.setMeta('paste', true).setMeta('uiEvent', 'paste'))
  } else view.pasteText(event.clipboardData?.getData('text/plain') ?? '')
  return true
}

/** The same for what is dropped from elsewhere; what is moved within the text moves by itself. */
export const onDrop = (view: EditorView, event: DragEvent): boolean => {
  const html = htmlOf(event.dataTransfer)
  if (!view.editable || view.dragging || !html) return false
  event.preventDefault()
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (!at) return true
  view.dispatch(view.state.tr.replaceRange(at.pos, at.pos, sliceOf(view, html)).scrollIntoView())
  return true
}
