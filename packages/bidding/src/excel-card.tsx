import { useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { bytes, data } from '@zabuni/api/client'
import { saveFile } from '@zabuni/api/download'
import { api } from '@zabuni/api/supplier'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDecimal, formatMoney } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button, buttonClass } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { type Head, PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { toast } from '@zabuni/ui/toast'
import { ArrowRightIcon, DownloadIcon, UploadIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type Bid,
  bidQuery,
  makeTemplate,
  type Report,
  readTemplate,
  takeTemplate,
  templateCorrections,
} from './queries.ts'
import { useBidWork } from './use-draft.ts'

/** From so many lines on, the workbook is followed on a screen of its own. */
const MANY = 1000
const SHOWN = 50
const MAX_BYTES = 9 * 1024 * 1024

/** Fetches the workbook of a bid's items and hands it to the person. */
const fetchTemplate = async (bid: Bid, language: string): Promise<void> => {
  const workbook = await bytes(
    api.GET('/bids/{bid_id}/template', {
      params: { path: { bid_id: bid.id }, query: { language: languageOf(language) } },
      parseAs: 'blob',
    }),
  )
  saveFile(workbook, 'rfq-items.xlsx')
}

const Difference = ({ report, bid }: { report: Report; bid: Bid }) => {
  const { t, i18n } = useTranslation('bidding')
  const lines = new Map(bid.lines.map((l) => [l.item_id, l]))
  const heads: readonly Head[] = [
    { key: 'what', label: t('items.description') },
    { key: 'before', label: t('excel.before'), numeric: true },
    { key: 'after', label: t('excel.after'), numeric: true },
  ]
  const money = (value: string | null | undefined) =>
    value
      ? formatDecimal(value, i18n.language, Math.max(2, (short(value).split('.')[1] ?? '').length))
      : '–'
  const issues = report.issues.filter((i) => i.blocking)
  return (
    <div className="grid gap-4">
      {issues.length ? (
        <div role="alert" className="grid gap-2 rounded-md bg-bad-soft p-3 text-sm text-bad">
          <p className="font-medium">{t('excel.errors', { count: issues.length })}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {issues.slice(0, SHOWN).map((issue, i) => (
              <li key={`${issue.row}-${i}`}>
                {issue.row ? (
                  <span className="font-medium">
                    {t('excel.cell', { cell: `${issue.column ?? ''}${issue.row}` })}:{' '}
                  </span>
                ) : null}
                {faultText({ code: issue.code, params: issue.params })}
              </li>
            ))}
          </ul>
          {issues.length > SHOWN ? (
            <p>{t('excel.more', { count: issues.length - SHOWN })}</p>
          ) : null}
        </div>
      ) : null}
      {report.changes.length ? (
        <div className="grid gap-2">
          <p className="text-sm font-medium">
            {t('excel.changes', { count: report.changes.length })}
          </p>
          <TableFrame
            sticky
            caption={t('excel.difference')}
            heads={heads}
            className="max-h-96 rounded-md border border-line"
          >
            {report.changes.slice(0, SHOWN).map((change) => (
              <PlainRow
                key={change.line}
                heads={heads}
                cells={[
                  <span key="what">
                    {lines.get(change.line)?.number} · {lines.get(change.line)?.description}
                    {change.remarks ? (
                      <span className="block text-xs text-ink-3">{change.remarks}</span>
                    ) : null}
                  </span>,
                  <span key="before" className="text-ink-3">
                    {money(change.before)}
                  </span>,
                  <span key="after" className="font-medium">
                    {money(change.after)}
                  </span>,
                ]}
              />
            ))}
          </TableFrame>
          {report.changes.length > SHOWN ? (
            <p className="text-xs text-ink-3">
              {t('excel.more', { count: report.changes.length - SHOWN })}
            </p>
          ) : null}
        </div>
      ) : issues.length ? null : (
        <p className="text-sm text-ink-2">{t('excel.noChanges')}</p>
      )}
      <p className="text-sm">
        {report.unpriced ? (
          <span className="mr-4 text-warn">{t('excel.unpriced', { count: report.unpriced })}</span>
        ) : null}
        <span className="text-ink-2">{t('items.total')} </span>
        <span className="tabular font-semibold">
          {formatMoney(report.total, bid.currency, i18n.language)}
        </span>
      </p>
    </div>
  )
}

/** The items as a workbook: out, filled, back, compared, taken. */
export const ExcelCard = () => {
  const { t, i18n } = useTranslation(['bidding', 'console'])
  const { t: common } = useTranslation()
  const { href } = useHere()
  const { bid, draft, open } = useBidWork()
  const client = useQueryClient()
  const navigate = useNavigate()
  const id = useId()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<Report>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  const read = (picked: File | undefined) => {
    setReport(undefined)
    if (!picked) return
    if (!/\.xlsx$/i.test(picked.name) || picked.size > MAX_BYTES)
      return setFailure(t('console:form.excelProblem'))
    setFile(picked)
    void attempt(async () => {
      // The comparison is with what the server has: what was typed goes first.
      await draft.outbox.flush()
      setReport(await data(readTemplate(bid.id, languageOf(i18n.language), picked)))
    })
  }
  const take = () =>
    attempt(async () => {
      if (!file) return
      await draft.outbox.flush()
      const taken = await data(takeTemplate(bid.id, languageOf(i18n.language), file))
      await client.invalidateQueries({ queryKey: bidQuery(bid.category_id).queryKey })
      if (!taken.saved) return setReport(taken.report)
      setReport(undefined)
      setFile(undefined)
      toast('ok', t('excel.taken'))
    })
  const corrections = (picked: File) =>
    attempt(async () => {
      const marked = await templateCorrections(bid.id, languageOf(i18n.language), picked)
      saveFile(marked, 'rfq-items-to-correct.xlsx')
    })
  const many = bid.lines.length > MANY
  const make = () =>
    attempt(async () => {
      const { task_id } = await data(makeTemplate(bid.id, { language: languageOf(i18n.language) }))
      const to = href('template', { categoryId: bid.category_id, taskId: task_id })
      if (to) void navigate(to)
    })
  const simple = href('financial', { categoryId: bid.category_id })
  return (
    <Card
      title={t('excel.title')}
      actions={
        simple ? (
          <LinkButton look="ghost" size="sm" to={simple}>
            {t('excel.onScreen')}
          </LinkButton>
        ) : null
      }
      {...(report
        ? {
            footer: (
              <>
                <Button onClick={() => setReport(undefined)}>{common('actions.cancel')}</Button>
                {report.blocking && file ? (
                  <Button
                    look="primary"
                    busy={busy}
                    icon={<DownloadIcon aria-hidden="true" size={15} />}
                    onClick={() => void corrections(file)}
                  >
                    {t('excel.corrections')}
                  </Button>
                ) : null}
                {report.blocking || !report.changes.length ? null : (
                  <Button look="primary" busy={busy} onClick={() => void take()}>
                    {t('excel.confirm', { count: report.changes.length })}
                  </Button>
                )}
              </>
            ),
          }
        : {})}
    >
      <div className="grid gap-4">
        <ol className="grid gap-3 text-sm sm:grid-cols-3">
          {(['download', 'fill', 'upload'] as const).map((step, i) => (
            <li key={step} className="grid grid-cols-[1.5rem_1fr] content-start gap-x-2">
              <span
                aria-hidden="true"
                className="grid size-5 place-items-center rounded-full border border-line-strong text-2xs text-ink-3"
              >
                {i + 1}
              </span>
              <span className="grid gap-0.5">
                <span className="font-medium">{t(`excel.steps.${step}.title`)}</span>
                <span className="text-ink-2">{t(`excel.steps.${step}.body`)}</span>
              </span>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          {many ? null : (
            <Button
              busy={busy}
              icon={<DownloadIcon aria-hidden="true" size={15} />}
              onClick={() =>
                void attempt(async () => {
                  await draft.outbox.flush()
                  await fetchTemplate(bid, i18n.language)
                })
              }
            >
              {t('excel.download')}
            </Button>
          )}
          <Button
            look={many ? 'secondary' : 'ghost'}
            busy={busy}
            icon={<ArrowRightIcon aria-hidden="true" size={15} />}
            onClick={() => void make()}
          >
            {t('excel.blank')}
          </Button>
          {open ? (
            <span className="rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
              <label htmlFor={id} className={buttonClass('secondary', 'md', 'cursor-pointer')}>
                <UploadIcon aria-hidden="true" size={15} />
                {t('excel.upload')}
              </label>
              <input
                id={id}
                type="file"
                accept=".xlsx"
                className="sr-only"
                onChange={(e) => {
                  read(e.target.files?.[0])
                  e.target.value = ''
                }}
              />
            </span>
          ) : null}
        </div>
        {failure ? <Banner tone="bad">{failure}</Banner> : null}
        {busy && file && !report ? <p role="status">{t('excel.reading')}</p> : null}
        {report ? <Difference report={report} bid={bid} /> : null}
      </div>
    </Card>
  )
}
