import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { saveFile, sha256 } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { LANGUAGES, type Language } from '@zabuni/i18n/languages'
import { refusalText } from '@zabuni/i18n/problem'
import { useProof } from '@zabuni/routing/ui/proof'
import { ActButton, useAct } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Checkbox } from '@zabuni/ui/inputs'
import { LanguageField } from '@zabuni/ui/language-field'
import { Load } from '@zabuni/ui/load'
import { toast } from '@zabuni/ui/toast'
import { DownloadIcon, FileTextIcon, PenLineIcon } from 'lucide-react'
import { useState } from 'react'
import {
  beginReport,
  type Desk,
  type EvaluationReport,
  type ReportSigning,
  reportPaper,
  reportSigning,
  signReport,
} from './queries.ts'

const Begin = ({ d, of }: { d: Desk; of: ReportSigning }) => {
  const { t, i18n } = useTranslation('evaluation')
  const cache = useQueryClient()
  const { run, busy, banner } = useAct()
  const [language, setLanguage] = useState<Language>(i18n.language as Language)
  if (!of.may_begin)
    return of.report ? null : (
      <p className="text-sm text-ink-2">{refusalText(of.why_not ?? '', d.activity, i18n)}</p>
    )
  const list = new Intl.ListFormat(i18n.language)
  return (
    <div className="grid gap-3">
      {banner}
      <p className="max-w-prose text-sm text-ink-2">
        {t('signed.who', { names: list.format(of.members) })}
      </p>
      {of.left_out.length > 0 ? (
        <p className="max-w-prose text-sm text-ink-2">
          {t('signed.without', { names: list.format(of.left_out) })}
        </p>
      ) : null}
      <div className="flex flex-wrap items-end gap-3">
        <LanguageField
          label={t('signed.language')}
          value={language}
          onChange={(e) => setLanguage(e.target.value as Language)}
        />
        <Button
          busy={busy}
          icon={<FileTextIcon aria-hidden="true" size={15} />}
          onClick={() =>
            void run(async () => {
              await beginReport(d.category_id, language)
              toast('ok', t('signed.begun'))
              await cache.invalidateQueries({ queryKey: keys.category(d.category_id) })
            })
          }
        >
          {t(of.report ? 'signed.again' : 'signed.begin')}
        </Button>
      </div>
    </div>
  )
}

/** Reading the report, and signing what was read: its sum is computed here, of the bytes that were opened. */
const SignHere = ({ d, of, report }: { d: Desk; of: ReportSigning; report: EvaluationReport }) => {
  const { t } = useTranslation('evaluation')
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const [read, setRead] = useState<string>()
  const [sure, setSure] = useState(false)
  const [asking, setAsking] = useState(false)
  // One key for this intent: a retry after a lost answer is the same signature.
  const [key] = useState(() => crypto.randomUUID())
  const refresh = () => cache.invalidateQueries({ queryKey: keys.category(d.category_id) })
  const ready = read === report.paper_sum && sure
  const open = async () => {
    const paper = await reportPaper(d.category_id)
    const sum = await sha256(paper)
    saveFile(paper, `${d.reference}.pdf`)
    setRead(sum)
    if (sum !== read) setSure(false)
    if (sum !== report.paper_sum) await refresh()
  }
  return (
    <div className="grid gap-3">
      <div>
        <ActButton icon={<DownloadIcon aria-hidden="true" size={15} />} act={open}>
          {t(of.may_sign ? 'signed.read' : 'signed.paper')}
        </ActButton>
      </div>
      {of.may_sign ? (
        <>
          {read !== undefined && read !== report.paper_sum ? (
            <Banner tone="warn">{t('signed.changed')}</Banner>
          ) : null}
          {read === undefined ? (
            <p className="text-sm text-ink-2">{t('signed.readFirst')}</p>
          ) : (
            <>
              <p className="text-xs break-all text-ink-3">{t('signed.sum', { sum: read })}</p>
              <Checkbox
                label={t('signed.haveRead')}
                checked={sure}
                onChange={(e) => setSure(e.target.checked)}
              />
            </>
          )}
          <div>
            <Button
              look="primary"
              icon={<PenLineIcon aria-hidden="true" size={15} />}
              disabled={!ready}
              onClick={() => setAsking(true)}
            >
              {t('signed.sign')}
            </Button>
          </div>
        </>
      ) : null}
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('signed.sure', { reference: d.reference })}
        description={t('signed.sureBody')}
        action={t('signed.sign')}
        send={async () => {
          try {
            await withProof(() => signReport(d.category_id, read ?? '', key))
            setAsking(false)
            toast('ok', t('signed.done'))
          } finally {
            await refresh()
          }
        }}
      />
      {proofDialog}
    </div>
  )
}

const Signers = ({ d, report }: { d: Desk; report: EvaluationReport }) => {
  const { t } = useTranslation('evaluation')
  return (
    <ul aria-label={t('signed.signers')} className="divide-y divide-line text-sm">
      {report.signers.map((one) => (
        <li
          key={one.name + one.company}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2"
        >
          <span className="min-w-0">
            <span className="font-medium wrap-anywhere">{one.name}</span>
            <span className="block text-xs text-ink-3">{one.company}</span>
          </span>
          {one.signed_at ? (
            <span className="text-xs text-ink-2">
              {t('signed.at', { at: formatMoment(one.signed_at, d.timezone) })}
            </span>
          ) : (
            <Badge>{t(one.gone ? 'signed.gone' : one.you ? 'signed.you' : 'signed.waits')}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The report on a result, as those sign it who judged the bids, or opened them. */
export const Signed = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const judges = mayHere(d.activity, 'judge')
  const may = judges || mayHere(d.activity, 'open')
  const query = useQuery({ ...reportSigning(d.category_id), enabled: may })
  // Who opened signs where nobody judges; elsewhere there is nothing here for them.
  if (!may || (!judges && !query.data?.report && !query.data?.members.length)) return null
  return (
    <Load query={query} title={t('signed.title')}>
      {(of) => (
        <Card title={t('signed.title')}>
          <div className="grid gap-4">
            {of.report ? (
              <>
                <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
                  {of.report.outcome === 'signed' && !of.moved ? (
                    <Badge tone="ok">{t('signed.all')}</Badge>
                  ) : of.moved ? (
                    <Badge tone="warn">{t('signed.moved')}</Badge>
                  ) : (
                    <Badge tone="info">{t('signed.open')}</Badge>
                  )}
                  {t('signed.made', {
                    number: of.report.number,
                    name: of.report.begun_by,
                    at: formatMoment(of.report.begun_at, d.timezone),
                    language: LANGUAGES[of.report.language],
                  })}
                </p>
                <Signers d={d} report={of.report} />
                <SignHere key={of.report.number} d={d} of={of} report={of.report} />
              </>
            ) : null}
            <Begin d={d} of={of} />
          </div>
        </Card>
      )}
    </Load>
  )
}
