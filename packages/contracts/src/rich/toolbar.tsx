import type { Editor } from '@tiptap/core'
import { useTranslation } from '@zabuni/i18n'
import { cx } from '@zabuni/ui/cx'
import {
  BoldIcon,
  Columns3Icon,
  ItalicIcon,
  LinkIcon,
  ListIcon,
  ListOrderedIcon,
  PanelTopIcon,
  Redo2Icon,
  Rows3Icon,
  StrikethroughIcon,
  TableIcon,
  Trash2Icon,
  UnderlineIcon,
  Undo2Icon,
} from 'lucide-react'
import type { ComponentType } from 'react'

const ICONS = {
  bold: BoldIcon,
  italic: ItalicIcon,
  underline: UnderlineIcon,
  strike: StrikethroughIcon,
  bullets: ListIcon,
  numbers: ListOrderedIcon,
  link: LinkIcon,
  table: TableIcon,
  head: PanelTopIcon,
  row: Rows3Icon,
  column: Columns3Icon,
  noTable: Trash2Icon,
  undo: Undo2Icon,
  redo: Redo2Icon,
} satisfies Record<string, ComponentType<{ size?: number }>>
type Tool = keyof typeof ICONS

const ACTIVE: Partial<Record<Tool, string>> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strike: 'strike',
  bullets: 'bulletList',
  numbers: 'orderedList',
  link: 'link',
}
const IN_TABLES: readonly Tool[] = ['head', 'row', 'column', 'noTable']

const run = (editor: Editor, tool: Tool, onLink: () => void): void => {
  const chain = editor.chain().focus()
  const acts: Record<Tool, () => unknown> = {
    bold: () => chain.toggleBold().run(),
    italic: () => chain.toggleItalic().run(),
    underline: () => chain.toggleUnderline().run(),
    strike: () => chain.toggleStrike().run(),
    bullets: () => chain.toggleBulletList().run(),
    numbers: () => chain.toggleOrderedList().run(),
    link: () => (editor.isActive('link') ? chain.unsetLink().run() : onLink()),
    table: () => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: false }).run(),
    head: () => chain.toggleHeaderRow().run(),
    row: () => chain.addRowAfter().run(),
    column: () => chain.addColumnAfter().run(),
    noTable: () => chain.deleteTable().run(),
    undo: () => chain.undo().run(),
    redo: () => chain.redo().run(),
  }
  acts[tool]()
}

/** What can be done to the words that are chosen; every tool is a button with a name. */
export const Toolbar = ({
  editor,
  fields,
  onLink,
}: {
  editor: Editor
  fields: readonly { name: string; label: string }[]
  onLink: () => void
}) => {
  const { t } = useTranslation('contracts')
  const level = [1, 2, 3, 4].find((n) => editor.isActive('heading', { level: n })) ?? 0
  const select = 'h-8 max-w-40 rounded-sm border border-line bg-surface px-1 text-sm'
  return (
    <div
      role="toolbar"
      aria-label={t('editor.toolbar')}
      className="flex flex-wrap items-center gap-1 border-b border-line bg-sunken p-1"
    >
      <select
        aria-label={t('editor.style')}
        className={select}
        value={level}
        onChange={(e) => {
          const to = Number(e.target.value)
          const chain = editor.chain().focus()
          if (to) chain.setHeading({ level: to as 1 | 2 | 3 | 4 }).run()
          else chain.setParagraph().run()
        }}
      >
        <option value={0}>{t('editor.paragraph')}</option>
        {[1, 2, 3, 4].map((n) => (
          <option key={n} value={n}>
            {t('editor.heading', { level: n })}
          </option>
        ))}
      </select>
      {(Object.keys(ICONS) as Tool[]).map((tool) => {
        const Icon = ICONS[tool]
        const active = ACTIVE[tool] ? editor.isActive(ACTIVE[tool]) : undefined
        if (IN_TABLES.includes(tool) && !editor.isActive('table')) return null
        return (
          <button
            key={tool}
            type="button"
            title={t(`editor.tools.${tool}`)}
            aria-label={t(`editor.tools.${tool}`)}
            aria-pressed={active}
            onClick={() => run(editor, tool, onLink)}
            className={cx(
              'grid size-8 place-items-center rounded-sm text-ink-2 hover:bg-surface hover:text-ink',
              active && 'bg-surface text-brand',
            )}
          >
            <Icon size={15} />
          </button>
        )
      })}
      {fields.length ? (
        <select
          aria-label={t('editor.field')}
          className={select}
          value=""
          // As a node: a string would be read as HTML, which the page's policy refuses.
          onChange={(e) => {
            const text = `{${e.target.value}}`
            editor.chain().focus().insertContent({ type: 'text', text }).run()
          }}
        >
          <option value="">{t('editor.field')}</option>
          {fields.map((f) => (
            <option key={f.name} value={f.name}>
              {f.label}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  )
}
