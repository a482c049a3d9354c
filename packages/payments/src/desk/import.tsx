import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { faultText } from '@zabuni/i18n/problem'
import { useAct } from '@zabuni/ui/act'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { FileDrop } from '@zabuni/ui/file-drop'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { SelectField } from '@zabuni/ui/select'
import { LandmarkIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Money } from '../parts.tsx'
import { ColumnsCard } from './columns.tsx'
import { daysOf } from './parts.tsx'
import {
  accountsQuery,
  checkStatement,
  importStatement,
  layOut,
  type StatementCheck,
} from './queries.ts'

/** As the server takes it. */
const MAX_BYTES = 20 * 1024 * 1024
const TYPES = ['csv', 'xlsx', 'sta', 'mt940', 'txt', 'xml', '940']

type Verdict = StatementCheck['lines'][number]['verdict']

const tones: Record<Verdict, Tone> = {
  match: 'ok',
  explain: 'ok',
  suggest: 'info',
  review: 'warn',
  open: 'warn',
  out: 'neutral',
  known: 'neutral',
  refuse: 'bad',
}
const VERDICTS = Object.keys(tones) as Verdict[]

/** Upload a statement, see what importing it would do, and only then let it be done. */
export default function ImportScreen() {
  const { t } = useTranslation('payments')
  const accounts = useQuery(accountsQuery)
  return (
    <Load query={accounts} title={t('desk.import.title')} as="form">
      {({ items }) => (
        <Page
          title={t('desk.import.title')}
          subtitle={t('desk.import.note')}
          crumbs={[
            { label: t('desk.queues.title'), to: '/zabuni/payment_reconciliation' },
            { label: t('desk.statements.title'), to: '/zabuni/payment_statements' },
          ]}
        >
          {items.length ? (
            <Steps accounts={items} />
          ) : (
            <Card flush>
              <EmptyState
                icon={<LandmarkIcon size={18} />}
                title={t('desk.import.noAccount')}
                body={t('desk.import.noAccountBody')}
              />
            </Card>
          )}
        </Page>
      )}
    </Load>
  )
}

type Account = { account_key: string; bank: string; account_number: string; currency: string }

const Steps = ({ accounts }: { accounts: readonly Account[] }) => {
  const { t, i18n } = useTranslation('payments')
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [account, setAccount] = useState(
    accounts.length === 1 ? (accounts[0]?.account_key ?? '') : '',
  )
  const [file, setFile] = useState<File>()
  const [check, setCheck] = useState<StatementCheck>()
  const [again, setAgain] = useState(false)
  const { run, busy, banner, forget } = useAct()
  const look = (of: string, picked: File | undefined) => {
    setFile(picked)
    setCheck(undefined)
    setAgain(false)
    forget()
    if (of && picked) void run(async () => setCheck(await data(checkStatement(of, picked))))
  }
  const start = () =>
    run(async () => {
      if (!check) return
      const { task_id } = await data(
        importStatement(
          account,
          check.upload_id,
          i18n.language as Parameters<typeof importStatement>[2],
        ),
      )
      await cache.invalidateQueries({ queryKey: keys.payment })
      await navigate(`/zabuni/payment_statements/progress/${task_id}`)
    })
  const asks = check && (check.rows?.length || again)
  return (
    <div className="grid gap-4">
      <Card title={t('desk.import.file')}>
        <div className="grid gap-4">
          <SelectField
            required
            label={t('desk.statements.account')}
            value={account}
            onChange={(e) => {
              setAccount(e.target.value)
              look(e.target.value, file)
            }}
          >
            <option value="">{t('desk.import.choose')}</option>
            {accounts.map((a) => (
              <option key={a.account_key} value={a.account_key}>
                {`${a.currency} · ${a.bank} ${a.account_number}`}
              </option>
            ))}
          </SelectField>
          {account ? (
            <FileDrop
              label={t('desk.statements.file')}
              hint={t('desk.import.fileHint')}
              types={TYPES}
              maxBytes={MAX_BYTES}
              multiple={false}
              files={file ? [{ id: 'file', name: file.name, size: file.size }] : []}
              onPick={([picked]) => look(account, picked)}
              onRemove={() => look(account, undefined)}
            />
          ) : (
            <p className="text-sm text-ink-2">{t('desk.import.accountFirst')}</p>
          )}
          <p role="status" className="text-sm text-ink-2">
            {busy && !check ? t('desk.import.checking') : ''}
          </p>
          {banner}
        </div>
      </Card>
      {asks && check.layout ? (
        <ColumnsCard
          key={check.upload_id}
          rows={check.rows ?? []}
          guess={check.layout}
          onSend={async (columns) => {
            setCheck(await data(layOut(account, check.upload_id, columns)))
            setAgain(false)
          }}
        />
      ) : check ? (
        <Found
          check={check}
          busy={busy}
          onStart={() => void start()}
          onColumns={check.layout ? () => setAgain(true) : undefined}
        />
      ) : null}
    </div>
  )
}

const Found = ({
  check,
  busy,
  onStart,
  onColumns,
}: {
  check: StatementCheck
  busy: boolean
  onStart: () => void
  onColumns: (() => void) | undefined
}) => {
  const { t, i18n } = useTranslation('payments')
  const total = VERDICTS.reduce((sum, v) => sum + (check.counts[v] ?? 0), 0)
  const fresh = total - (check.counts.known ?? 0) - (check.counts.refuse ?? 0)
  const heads = [
    { key: 'row', label: t('desk.import.row'), numeric: true },
    { key: 'day', label: t('desk.line.day') },
    { key: 'amount', label: t('list.amount'), numeric: true },
    { key: 'said', label: t('desk.line.narration') },
    { key: 'number', label: t('list.number') },
    { key: 'verdict', label: t('desk.import.verdictHead') },
  ]
  return (
    <section aria-label={t('desk.import.result')} className="grid gap-4">
      <Card
        title={t('desk.import.result')}
        actions={
          <>
            {onColumns ? (
              <Button onClick={onColumns}>{t('desk.import.otherColumns')}</Button>
            ) : null}
            {total > (check.counts.known ?? 0) ? (
              <Button look="primary" busy={busy} onClick={onStart}>
                {fresh ? t('desk.import.start', { count: fresh }) : t('desk.import.getErrors')}
              </Button>
            ) : null}
          </>
        }
      >
        <div className="grid gap-4">
          {check.first && check.last ? (
            <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
              <span>{daysOf({ first: check.first, last: check.last })}</span>
              {check.opening ? (
                <span>
                  {t('desk.statements.opening')} <Money amount={check.opening} />
                </span>
              ) : null}
              {check.closing ? (
                <span>
                  {t('desk.statements.closing')} <Money amount={check.closing} />
                </span>
              ) : null}
            </p>
          ) : null}
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            {VERDICTS.map((v) => (
              <div key={v}>
                <dt className="text-xs text-ink-2">{t(`desk.import.verdict.${v}`)}</dt>
                <dd className="tabular text-xl font-semibold">{check.counts[v] ?? 0}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Card>
      {check.gap ? <Banner tone="warn">{t('desk.import.gap')}</Banner> : null}
      {check.counts.refuse ? <Banner tone="warn">{t('desk.import.badStay')}</Banner> : null}
      {total === (check.counts.known ?? 0) ? (
        <Banner tone="info">{t('desk.import.nothingNew')}</Banner>
      ) : null}
      {check.lines.length ? (
        <Card flush>
          <TableFrame caption={t('desk.import.result')} heads={heads}>
            {check.lines.map((l, i) => (
              <PlainRow
                key={i}
                heads={heads}
                cells={[
                  l.row,
                  l.day ? formatDate(l.day) : '–',
                  l.amount ? <Money key="a" amount={l.amount} /> : '–',
                  <span key="n" className="break-words whitespace-normal">
                    {[l.payer, l.narration].filter(Boolean).join(' · ') || '–'}
                    {l.code ? (
                      <span className="block text-xs text-bad">
                        {faultText({ code: l.code }, i18n)}
                      </span>
                    ) : null}
                  </span>,
                  l.number || '–',
                  <Badge key="v" tone={tones[l.verdict]}>
                    {t(`desk.import.verdict.${l.verdict}`)}
                  </Badge>,
                ]}
              />
            ))}
          </TableFrame>
        </Card>
      ) : null}
      {total > check.lines.length ? (
        <p className="text-sm text-ink-2">
          {t('desk.import.first', { count: check.lines.length })}
        </p>
      ) : null}
    </section>
  )
}
