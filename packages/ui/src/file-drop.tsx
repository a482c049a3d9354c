import { useTranslation } from '@zabuni/i18n'
import { formatBytes } from '@zabuni/i18n/format'
import { FileIcon, UploadIcon, XIcon } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { buttonClass, IconButton } from './button.tsx'
import { cx } from './cx.tsx'

/** The types the specification allows. */
export const ALLOWED_TYPES = [
  'pdf',
  'doc',
  'docx',
  'jpg',
  'png',
  'jpeg',
  'xlsx',
  'xls',
  'zip',
  'rar',
]

/** A file on its way or arrived. */
export type Uploaded = { id: string; name: string; size: number; percent?: number; error?: string }
type Props = {
  label: string
  hint?: string
  required?: boolean
  files: readonly Uploaded[]
  onPick: (files: File[]) => void
  onRemove: (id: string) => void
  types?: readonly string[]
  maxBytes?: number
  multiple?: boolean
}

const extension = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? ''

type Taking = {
  types: readonly string[]
  maxBytes: number
  onPick: (files: File[]) => void
  /** What else would be refused after the upload, in words. */
  refuse?: (file: File) => string | undefined
}

/** Takes files by drop or by choosing: what refuses them, what the field and the place to drop at need. */
export const useFileDrop = ({ types, maxBytes, onPick, refuse }: Taking) => {
  const { t, i18n } = useTranslation(['common', 'console'])
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const why = (file: File) =>
    !types.includes(extension(file.name))
      ? `${file.name}: ${t('console:form.invalidType', { types: types.join(', ') })}`
      : !file.size
        ? t('console:form.fileEmpty', { name: file.name })
        : file.size > maxBytes
          ? t('console:form.fileTooLarge', {
              name: file.name,
              limit: formatBytes(maxBytes, i18n.language),
            })
          : refuse?.(file)
  const take = (list: FileList | null) => {
    const all = [...(list ?? [])]
    setRefused(all.flatMap((file) => why(file) ?? []))
    const good = all.filter((file) => !why(file))
    if (good.length) onPick(good)
  }
  return {
    over,
    refused: refused.length ? (
      <ul role="alert" className="grid gap-0.5 text-xs break-words text-bad">
        {refused.map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </ul>
    ) : null,
    limits: `${types.join(', ')} · ${formatBytes(maxBytes, i18n.language)}`,
    zone: {
      onDragOver: (e: DragEvent) => {
        e.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (e: DragEvent) => {
        e.preventDefault()
        setOver(false)
        take(e.dataTransfer.files)
      },
    },
    input: {
      type: 'file',
      accept: types.map((type) => `.${type}`).join(','),
      onChange: (e: ChangeEvent<HTMLInputElement>) => {
        take(e.target.files)
        // The same file may be chosen again.
        e.target.value = ''
      },
      className: 'sr-only',
    },
  } as const
}

/** Takes files by drop or by choosing; refuses at once what the server would refuse after the upload. */
export const FileDrop = ({
  label,
  hint,
  required,
  files,
  onPick,
  onRemove,
  types = ALLOWED_TYPES,
  maxBytes = 50_000_000,
  multiple = true,
}: Props) => {
  const { t, i18n } = useTranslation(['common', 'console'])
  const id = useId()
  const drop = useFileDrop({
    types,
    maxBytes,
    onPick: (picked) => onPick(multiple ? picked : picked.slice(0, 1)),
  })
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {required ? (
          <span aria-hidden="true" className="text-bad">
            {' *'}
          </span>
        ) : null}
      </label>
      <div
        {...drop.zone}
        className={cx(
          'grid justify-items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center text-sm text-ink-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
          drop.over ? 'border-brand bg-brand-soft' : 'border-control bg-canvas',
        )}
      >
        <UploadIcon aria-hidden="true" size={18} className="text-ink-3" />
        <span className="max-sm:hidden">{t('console:form.dropHere')}</span>
        <label htmlFor={id} className={buttonClass('secondary', 'sm', 'cursor-pointer')}>
          {multiple ? t('actions.chooseFiles') : t('actions.chooseFile')}
        </label>
        <input
          {...drop.input}
          id={id}
          multiple={multiple}
          aria-describedby={`${id}-hint`}
          required={required}
        />
        <span id={`${id}-hint`} className="text-xs text-ink-3">
          {hint ?? drop.limits}
        </span>
      </div>
      {drop.refused}
      {files.length ? (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {files.map((file) => (
            <li
              key={file.id}
              className="flex items-center gap-2.5 rounded-md border border-line px-3 py-1.5 text-sm"
            >
              <FileIcon aria-hidden="true" size={15} className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <span className="tabular text-xs text-ink-3">
                {file.error ??
                  (file.percent === undefined || file.percent >= 100
                    ? formatBytes(file.size, i18n.language)
                    : `${Math.floor(file.percent)}%`)}
              </span>
              <IconButton
                size="sm"
                label={`${t('actions.remove')} ${file.name}`}
                icon={<XIcon aria-hidden="true" size={14} />}
                onClick={() => onRemove(file.id)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
