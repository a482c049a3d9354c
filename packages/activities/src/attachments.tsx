import { saveFile } from '@zabuni/api/download'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { Card } from '@zabuni/ui/card'
import { DownloadIcon, FileIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A file that belongs to what is asked. */
export type Attachment = { id: string; name: string; size: number; sha256: string }

/** The files of what is asked, each to take home; nothing where there are none and nothing else is said. */
export const AttachmentsCard = ({
  attachments,
  fetch,
  actsOf,
  actions,
  children,
}: {
  attachments: readonly Attachment[]
  /** Reads one by its id. */
  fetch: (id: string) => Promise<Blob>
  /** What else can be done about one. */
  actsOf?: (attachment: Attachment) => ReactNode
  actions?: ReactNode
  children?: ReactNode
}) => {
  const { t, i18n } = useTranslation('activities')
  if (!attachments.length && !children) return null
  return (
    <Card title={t('attachments.title')} actions={actions} flush>
      {attachments.length ? (
        <ul className="divide-y divide-line">
          {attachments.map((attachment) => (
            <li key={attachment.id} className="flex items-center gap-2.5 px-4 py-2 text-sm">
              <FileIcon aria-hidden="true" size={15} className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium break-words">{attachment.name}</span>
                <span
                  title={t('attachments.sum', { sum: attachment.sha256 })}
                  className="tabular block text-xs text-ink-3"
                >
                  {formatBytes(attachment.size, i18n.language)} · {attachment.sha256.slice(0, 12)}
                </span>
              </span>
              <ActButton
                size="sm"
                aria-label={t('attachments.take', { name: attachment.name })}
                icon={<DownloadIcon aria-hidden="true" size={14} />}
                act={async () => saveFile(await fetch(attachment.id), attachment.name)}
              >
                {t('attachments.download')}
              </ActButton>
              {actsOf?.(attachment)}
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </Card>
  )
}
