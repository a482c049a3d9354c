import { saveFile } from '@zabuni/api/download'
import { ApiError } from '@zabuni/api/error'
import type { Schemas } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FileDrop } from '@zabuni/ui/file-drop'
import { Page } from '@zabuni/ui/page'
import { DownloadIcon, FileSpreadsheetIcon } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

type Check = Schemas['SheetCheck']
type Line = Schemas['SheetLine']
type Act = Line['act']

const ACTS = ['create', 'change', 'same', 'refuse'] as const
const TONES: Record<Act, Tone> = { create: 'ok', change: 'info', same: 'neutral', refuse: 'bad' }
/** As the server takes it. */
const MAX_BYTES = 4_000_000
/** More lines than these nobody reads; the workbook with what to correct has them all. */
const SHOWN = 200

const column = columnsFor<Line>()

/** What a file of any kind is taken with: a form to fill, and what tells what it would do. */
export type FileKind<T> = {
  title: string
  note: string
  crumbs: readonly { label: string; to: string | null }[]
  template: (language: string) => Promise<Blob>
  templateName: string
  check: (file: File) => Promise<T>
  /** Answers where it leads. */
  start: (check: T, language: string, file: File) => Promise<string>
}
/** What a kind of upload says and does; it leads to the progress screen. */
export type UploadKind = FileKind<Check>

/** What differs where the file is somebody else's: how it may come, and what is said of it. */
type FrameWords = {
  step1: string
  templateNote: string
  template: string
  file: string
  fileHint: string
  types?: readonly string[]
  maxBytes: number
}

const Faults = ({ line }: { line: Line }) => {
  const { t, i18n } = useTranslation('tasks')
  return (
    <ul className="grid gap-0.5 py-1 text-sm whitespace-normal">
      {line.faults.map((f) => (
        <li key={f.column + f.code}>
          {f.column ? (
            <span className="font-medium">{t(`upload.column.${f.column as 'name'}`)}: </span>
          ) : null}
          {faultText(f, i18n)}
          {typeof f.params?.expected === 'string' ? ` (${f.params.expected})` : null}
        </li>
      ))}
    </ul>
  )
}

const Result = ({ check, busy, onStart }: { check: Check; busy: boolean; onStart: () => void }) => {
  const { t } = useTranslation('tasks')
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('upload.name'),
        meta: { width: '30%' },
        cell: (c) => <span className="font-medium">{c.getValue() || t('upload.nameless')}</span>,
      }),
      column.accessor('row', { header: t('upload.row') }),
      column.accessor('act', {
        header: t('upload.becomes'),
        cell: (c) => <Badge tone={TONES[c.getValue()]}>{t(`upload.act.${c.getValue()}`)}</Badge>,
      }),
      column.display({
        id: 'faults',
        header: t('upload.toCorrect'),
        meta: { width: '45%' },
        cell: (c) => <Faults line={c.row.original} />,
      }),
    ],
    [t],
  )
  const rows = [...check.lines].sort(
    (a, b) => Number(b.act === 'refuse') - Number(a.act === 'refuse'),
  )
  const good = (check.counts.create ?? 0) + (check.counts.change ?? 0)
  const bad = check.counts.refuse ?? 0
  return (
    <section aria-label={t('upload.result')} className="grid gap-3">
      <Card
        title={t('upload.result')}
        actions={
          good || bad ? (
            <Button look="primary" busy={busy} onClick={onStart}>
              {good ? t('upload.start', { count: good }) : t('upload.getErrors')}
            </Button>
          ) : undefined
        }
      >
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {ACTS.map((act) => (
            <div key={act}>
              <dt className="text-xs text-ink-2">{t(`upload.act.${act}`)}</dt>
              <dd className="tabular text-xl font-semibold">{check.counts[act] ?? 0}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {bad ? <Banner tone="warn">{t('upload.badStay', { count: bad })}</Banner> : null}
      {good || bad ? null : <Banner tone="info">{t('upload.nothing')}</Banner>}
      <DataTable
        caption={t('upload.result')}
        columns={columns}
        rows={rows.slice(0, SHOWN)}
        rowId={(row) => String(row.row)}
        paging={{ total: rows.length }}
        empty={<EmptyState title={t('upload.nothing')} />}
      />
      {rows.length > SHOWN ? (
        <p className="text-sm text-ink-2">{t('upload.first', { count: SHOWN })}</p>
      ) : null}
    </section>
  )
}

/** What is wrong with a file as a whole: that it is, and what. */
const Failure = ({ error }: { error: unknown }) => {
  const { i18n } = useTranslation('tasks')
  const more = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return (
    <Banner tone="bad">
      {[
        problemText(error, i18n),
        ...more.filter((e) => e.pointer === '/file').map((e) => faultText(e, i18n)),
      ].join(' ')}
    </Banner>
  )
}

/** A file is chosen, what it would do is shown, and only then it may be done. */
export const UploadFrame = <T,>({
  kind,
  words,
  result,
}: {
  kind: FileKind<T>
  words: FrameWords
  result: (check: T, busy: boolean, onStart: () => void) => ReactNode
}) => {
  const { t, i18n } = useTranslation(['tasks', 'common'])
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [check, setCheck] = useState<T>()
  const [busy, setBusy] = useState<'template' | 'check' | 'start'>()
  const [failure, setFailure] = useState<unknown>()
  // What is told of a file that was put away meanwhile is of nobody: it must never stand under the name of another.
  const turn = useRef(0)
  const run = async <R,>(what: typeof busy, work: () => Promise<R>, then?: (result: R) => void) => {
    const mine = turn.current
    setBusy(what)
    setFailure(undefined)
    try {
      const result = await work()
      if (mine === turn.current) then?.(result)
    } catch (error) {
      if (mine === turn.current) setFailure(error)
    } finally {
      if (mine === turn.current) setBusy(undefined)
    }
  }
  const pick = (picked: File | undefined) => {
    turn.current += 1
    setFile(picked)
    setCheck(undefined)
    setFailure(undefined)
    setBusy(undefined)
    if (picked) void run('check', () => kind.check(picked), setCheck)
  }
  const start = async (checked: T, of: File) => {
    const mine = turn.current
    await run('start', async () => {
      try {
        await navigate(await kind.start(checked, i18n.language, of))
      } catch (error) {
        // It would not do what was shown: what it would do now takes that place, beside the reason.
        if (error instanceof ApiError && error.status === 409) {
          if (mine === turn.current) setCheck(undefined)
          const again = await kind.check(of)
          if (mine === turn.current) setCheck(again)
        }
        throw error
      }
    })
  }
  return (
    <Page title={kind.title} subtitle={kind.note} crumbs={[...kind.crumbs]}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <Card title={words.step1}>
            <div className="grid justify-items-start gap-3 text-sm text-ink-2">
              <p>{words.templateNote}</p>
              <Button
                busy={busy === 'template'}
                icon={<DownloadIcon aria-hidden="true" size={15} />}
                onClick={() =>
                  void run('template', async () =>
                    saveFile(await kind.template(i18n.language), kind.templateName),
                  )
                }
              >
                {words.template}
              </Button>
            </div>
          </Card>
          <Card title={t('upload.step2')}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <FileDrop
                label={words.file}
                files={file ? [{ id: 'file', name: file.name, size: file.size }] : []}
                onPick={([picked]) => pick(picked)}
                onRemove={() => pick(undefined)}
                maxBytes={words.maxBytes}
                {...(words.types ? { types: words.types } : {})}
                multiple={false}
                hint={words.fileHint}
              />
              <p role="status" className="text-sm text-ink-2">
                {busy === 'check' ? t('upload.checking') : ''}
              </p>
              {failure ? <Failure error={failure} /> : null}
              {failure && file && !check ? (
                <div>
                  <Button size="sm" busy={busy === 'check'} onClick={() => pick(file)}>
                    {t('common:actions.retry')}
                  </Button>
                </div>
              ) : null}
            </div>
          </Card>
        </div>
        {check && file ? (
          result(check, busy === 'start', () => void start(check, file))
        ) : file ? null : (
          <Card flush>
            <EmptyState
              icon={<FileSpreadsheetIcon size={18} />}
              title={t('upload.noneYet')}
              body={t('upload.noneYetBody')}
            />
          </Card>
        )}
      </div>
    </Page>
  )
}

/** Fill the template, see what it would do, and only then let it be done. */
export const UploadScreen = ({ kind }: { kind: UploadKind }) => {
  const { t } = useTranslation('tasks')
  return (
    <UploadFrame
      kind={kind}
      words={{
        step1: t('upload.step1'),
        templateNote: t('upload.templateNote'),
        template: t('upload.template'),
        file: t('upload.file'),
        fileHint: t('upload.fileHint'),
        maxBytes: MAX_BYTES,
      }}
      result={(check, busy, onStart) => <Result check={check} busy={busy} onStart={onStart} />}
    />
  )
}
