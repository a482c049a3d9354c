import type { Schemas } from '@zabuni/api/desk'
import { saveFile } from '@zabuni/api/download'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes, formatDate } from '@zabuni/i18n/format'
import { useAct } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { PaperclipIcon } from 'lucide-react'
import { openedFile } from '../queries.ts'
import { points } from './points.ts'

type File = Schemas['SheetFile']
type Answer = {
  submission_id: string
  value: string
  files: readonly File[]
  /** What it scores by itself. */
  auto?: string | undefined
}

const FileButton = ({ bid, file }: { bid: string; file: File }) => {
  const { i18n } = useTranslation()
  const { run, banner } = useAct()
  const open = () =>
    run(async () => {
      saveFile(await openedFile(bid, file.id), file.name)
    })
  return (
    <>
      {banner}
      <Button size="sm" icon={<PaperclipIcon size={14} />} onClick={open}>
        {file.name} · {formatBytes(file.size, i18n.language)}
      </Button>
    </>
  )
}

const WORDS: Record<string, Record<string, 'yes' | 'no' | 'true' | 'false'>> = {
  yes_no: { yes: 'yes', no: 'no' },
  boolean: { true: 'yes', false: 'no' },
  true_false: { true: 'true', false: 'false' },
}

/** What a bidder answered, and what that scores by itself. */
export const Given = ({
  question,
  cell,
}: {
  question: { response_type: string; max_score?: string | undefined }
  cell: Answer
}) => {
  const { t, i18n } = useTranslation(['evaluation', 'sourcing', 'suppliers'])
  const paperText = ({ kind, expires_on }: NonNullable<File['paper']>) => {
    const paper = t(`suppliers:documents.${kind}`)
    return expires_on
      ? t('marks.paperUntil', { paper, date: formatDate(`${expires_on}T00:00`) })
      : t('marks.paper', { paper })
  }
  // Yes and no are words of the screen, whatever language the bid was written in.
  const word = WORDS[question.response_type]?.[cell.value]
  const scored = (value: string) => points(value, i18n.language)
  return (
    <>
      {cell.value || cell.files.length ? (
        cell.value ? (
          <p className="max-w-prose text-sm break-words whitespace-pre-wrap text-ink-2">
            {word ? t(`sourcing:preview.answers.${word}`) : cell.value}
          </p>
        ) : null
      ) : (
        <p className="text-sm text-ink-3">{t('marks.unanswered')}</p>
      )}
      {cell.files.map((file) => (
        <div key={file.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <FileButton bid={cell.submission_id} file={file} />
          {file.paper ? <span className="text-xs text-ink-2">{paperText(file.paper)}</span> : null}
        </div>
      ))}
      {cell.auto === undefined ? null : (
        <div>
          <Badge tone="info">
            {t('marks.auto', { value: scored(cell.auto), max: scored(question.max_score ?? '0') })}
          </Badge>
        </div>
      )}
    </>
  )
}
