import { saveFile } from '@zabuni/api/download'
import { MAX_FILE, type UploadState } from '@zabuni/api/uploads'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { buttonClass, IconButton } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { ALLOWED_TYPES, useFileDrop } from '@zabuni/ui/file-drop'
import {
  DownloadIcon,
  FileIcon,
  PauseIcon,
  PlayIcon,
  RotateCwIcon,
  UploadIcon,
  XIcon,
} from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FromProfile, usePaperText } from './from-profile.tsx'
import { type BidFile, fileOf, type Question } from './queries.ts'
import { useBidWork } from './use-draft.ts'

const line =
  'flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md border border-line px-3 py-1.5 text-sm'

const Moving = ({ upload }: { upload: UploadState }) => {
  const { t, i18n } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { draft } = useBidWork()
  const percent = upload.size ? Math.floor((upload.received * 100) / upload.size) : 0
  const size = (bytes: number) => formatBytes(bytes, i18n.language)
  const moving = upload.state === 'sending' || upload.state === 'waiting'
  return (
    <li className={line}>
      <FileIcon aria-hidden="true" size={15} className="shrink-0 text-ink-3" />
      <span className="grid min-w-0 flex-1">
        <span className="truncate">{upload.name}</span>
        <span className={cx('text-xs', upload.state === 'failed' ? 'text-bad' : 'text-ink-3')}>
          {upload.state === 'failed'
            ? problemText(upload.error)
            : upload.state === 'sending'
              ? t('file.sending', { sent: size(upload.received), size: size(upload.size), percent })
              : t(`file.${upload.state}`)}
        </span>
      </span>
      {moving ? (
        <IconButton
          size="sm"
          label={t('file.pause', { name: upload.name })}
          icon={<PauseIcon aria-hidden="true" size={14} />}
          onClick={() => draft.uploads.pause(upload.id)}
        />
      ) : upload.state === 'paused' ? (
        <IconButton
          size="sm"
          label={t('file.resume', { name: upload.name })}
          icon={<PlayIcon aria-hidden="true" size={14} />}
          onClick={() => draft.uploads.resume(upload.id)}
        />
      ) : upload.state === 'lost' ? null : (
        <IconButton
          size="sm"
          label={t('file.retry', { name: upload.name })}
          icon={<RotateCwIcon aria-hidden="true" size={14} />}
          onClick={() => draft.uploads.retry(upload.id)}
        />
      )}
      <IconButton
        size="sm"
        label={`${common('actions.remove')} ${upload.name}`}
        icon={<XIcon aria-hidden="true" size={14} />}
        onClick={() => void draft.uploads.remove(upload.id)}
      />
      <span
        role="progressbar"
        aria-label={upload.name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1 basis-full overflow-hidden rounded-full bg-line"
      >
        <span
          className={cx(
            'block h-full rounded-full',
            upload.state === 'failed' ? 'bg-bad' : 'bg-brand',
          )}
          style={{ width: `${percent}%` }}
        />
      </span>
    </li>
  )
}

/** A document of the bid that has arrived. */
export const Arrived = ({ file, question }: { file: BidFile; question: Question }) => {
  const { t, i18n } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { bid, draft, open } = useBidWork()
  const paperText = usePaperText()
  const [failure, setFailure] = useState<unknown>()
  const attempt = (work: () => Promise<void>) => {
    setFailure(undefined)
    work().catch(setFailure)
  }
  return (
    <li className={line}>
      <FileIcon aria-hidden="true" size={15} className="shrink-0 text-ok" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{file.name}</span>
        {file.paper ? (
          <span className="block text-xs text-ink-3">
            {paperText(file.paper)} · {t('file.pinned')}
          </span>
        ) : null}
      </span>
      <span className="tabular text-xs text-ink-3">{formatBytes(file.size, i18n.language)}</span>
      <IconButton
        size="sm"
        label={t('file.download', { name: file.name })}
        icon={<DownloadIcon aria-hidden="true" size={14} />}
        onClick={() =>
          attempt(async () => {
            saveFile(await fileOf(bid.id, file.id), file.name)
          })
        }
      />
      {open ? (
        <IconButton
          size="sm"
          label={`${common('actions.remove')} ${file.name}`}
          icon={<XIcon aria-hidden="true" size={14} />}
          onClick={() => attempt(() => draft.removeFile(file, question.id))}
        />
      ) : null}
      {failure ? (
        <span role="alert" className="basis-full text-xs text-bad">
          {problemText(failure)}
        </span>
      ) : null}
    </li>
  )
}

/** A question that is answered by documents. */
export const FileAnswer = ({ question, label }: { question: Question; label: ReactNode }) => {
  const { t } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { uploads, draft, open } = useBidWork()
  const id = useId()
  const drop = useFileDrop({
    types: ALLOWED_TYPES,
    maxBytes: MAX_FILE,
    refuse: (file) => (file.size ? undefined : t('file.empty', { name: file.name })),
    onPick: (files) => {
      for (const file of files) void draft.uploads.add(question.id, file, file.name)
    },
  })
  const moving = uploads.filter((u) => u.question === question.id)
  return (
    <div className="grid gap-2">
      <p id={`${id}-label`} className="text-sm font-medium">
        {label}
      </p>
      {question.help ? <p className="text-xs text-ink-3">{question.help}</p> : null}
      {open ? (
        <div
          {...drop.zone}
          className={cx(
            'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-dashed px-4 py-3 text-sm text-ink-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
            drop.over ? 'border-brand bg-brand-soft' : 'border-control bg-canvas',
          )}
        >
          <label htmlFor={id} className={buttonClass('secondary', 'sm', 'cursor-pointer')}>
            <UploadIcon aria-hidden="true" size={14} />
            {common('actions.chooseFiles')}
          </label>
          <input
            {...drop.input}
            id={id}
            multiple
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-hint`}
          />
          <FromProfile question={question} />
          <span id={`${id}-hint`} className="min-w-0 flex-1 basis-48 text-xs text-ink-3">
            {drop.limits}
          </span>
        </div>
      ) : null}
      {drop.refused}
      {question.files.length || moving.length ? (
        <ul className="grid gap-1.5">
          {question.files.map((file) => (
            <Arrived key={file.id} file={file} question={question} />
          ))}
          {moving.map((upload) => (
            <Moving key={upload.id} upload={upload} />
          ))}
        </ul>
      ) : open ? null : (
        <p className="text-sm text-ink-3">{t('file.none')}</p>
      )}
    </div>
  )
}
