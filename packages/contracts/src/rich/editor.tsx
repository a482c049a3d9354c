import { Editor } from '@tiptap/core'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { useEffect, useRef, useState } from 'react'
import { onDrop, onPaste } from './clean.ts'
import { extensions } from './nodes.ts'
import { Toolbar } from './toolbar.tsx'
import { PROSE, treeOf } from './tree.ts'
import { readWord } from './word.ts'

/** What the editor needs of the field that it stands in. */
export type EditorProps = {
  value: string
  onChange: (json: string) => void
  onBlur: () => void
  fields: readonly { name: string; label: string }[]
  lang: string
  control: Record<string, string | true | undefined>
  label: string
}

/** Written words with structure; it is loaded where somebody writes, and nowhere else. */
export default function RichEditor({
  value,
  onChange,
  onBlur,
  fields,
  lang,
  control,
  label,
}: EditorProps) {
  const { t } = useTranslation(['contracts', 'common'])
  const box = useRef<HTMLDivElement>(null)
  const said = useRef(value)
  const tell = useRef({ onChange, onBlur })
  tell.current = { onChange, onBlur }
  const [editor, setEditor] = useState<Editor>()
  const [, drawAgain] = useState(0)
  const [link, setLink] = useState<string>()
  const [unread, setUnread] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for as long as the field stands
  useEffect(() => {
    const made = new Editor({
      element: box.current,
      extensions: extensions(),
      content: treeOf(said.current),
      injectCSS: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          class: `${PROSE} min-h-48 whitespace-pre-wrap break-words px-3 py-2 focus:outline-none`,
        },
        handleDOMEvents: { paste: onPaste, drop: onDrop },
      },
      onUpdate: ({ editor: now }) => {
        said.current = JSON.stringify(now.getJSON())
        tell.current.onChange(said.current)
      },
      onBlur: () => tell.current.onBlur(),
      onTransaction: () => drawAgain((n) => n + 1),
    })
    setEditor(made)
    return () => made.destroy()
  }, [])
  // What comes from elsewhere (a draft that was kept, a clause that was chosen) replaces what stands there.
  useEffect(() => {
    if (!editor || value === said.current) return
    said.current = value
    editor.commands.setContent(treeOf(value), { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    const element = editor?.view.dom
    if (!element) return
    for (const [name, to] of Object.entries(control))
      if (to === undefined) element.removeAttribute(name)
      else element.setAttribute(name, String(to))
    for (const name of ['aria-invalid', 'aria-describedby'])
      if (!(name in control)) element.removeAttribute(name)
    element.lang = lang
  }, [editor, control, lang])
  const bringIn = async (file: File | undefined) => {
    if (!file || !editor) return
    setUnread(false)
    try {
      editor.commands.setContent(await readWord(file), { emitUpdate: true })
    } catch {
      setUnread(true)
    }
  }
  return (
    <div className="grid gap-2">
      <div className="overflow-hidden rounded-md border border-control bg-surface focus-within:border-brand focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-brand">
        {editor ? (
          <Toolbar
            editor={editor}
            fields={fields}
            onLink={() => setLink((editor.getAttributes('link')['href'] as string) ?? '')}
          />
        ) : null}
        <div ref={box} className="max-h-[60vh] overflow-y-auto" />
      </div>
      <label className="flex flex-wrap items-center gap-2 text-xs text-ink-2">
        {t('editor.word')}
        <input
          type="file"
          accept=".docx"
          className="text-xs"
          onChange={(e) => void bringIn(e.target.files?.[0])}
        />
      </label>
      {unread ? <Banner tone="bad">{t('editor.wordFailed')}</Banner> : null}
      <Dialog
        open={link !== undefined}
        onClose={() => setLink(undefined)}
        title={t('editor.tools.link')}
      >
        <div className="grid gap-4">
          <InputField
            type="url"
            label={t('editor.address')}
            hint={t('editor.addressHint')}
            value={link ?? ''}
            onChange={(e) => setLink(e.target.value)}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setLink(undefined)}>{t('common:actions.cancel')}</Button>
            <Button
              look="primary"
              disabled={!/^(https?:\/\/|mailto:)\S+$/i.test(link ?? '')}
              onClick={() => {
                editor
                  ?.chain()
                  .focus()
                  .extendMarkRange('link')
                  .setLink({ href: link ?? '' })
                  .run()
                setLink(undefined)
              }}
            >
              {t('editor.setLink')}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  )
}
