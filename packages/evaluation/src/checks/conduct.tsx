import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { useNewRisk } from '@zabuni/activities/risk'
import { useHere } from '@zabuni/activities/ui/here'
import { faultCode } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { EyeOffIcon } from 'lucide-react'
import { useState } from 'react'
import { LoadWork } from '../frame.tsx'
import { type CheckSheet, checkSheet, checks, finishCheck, type Turn } from '../queries.ts'
import { Arrive, goTo, groupsOf, openAfter, Rail, useGoOn } from '../scoring/rail.tsx'
import { CheckRow } from './finding.tsx'

/** Why a check is not for who asks: each has its sentence, and a way back. */
const REFUSED: readonly (string | undefined)[] = [
  'assurance.not_declared',
  'assurance.recused',
  'assurance.not_yours',
  'assurance.not_drawn',
  'assurance.same_person',
  'assurance.unfinished',
  'opening.not_opened',
]

const places = { first: 'conductQA', second: 'conductQC' } as const
const lists = { first: 'qaInstructions', second: 'qcParticipants' } as const

/** What is said of the sheet before its answers: who may change it, and what counts. */
const Standing = ({ sheet, changes }: { sheet: CheckSheet; changes: boolean }) => {
  const { t } = useTranslation('evaluation')
  if (sheet.settled) return <Banner tone="info">{t('checks.settled')}</Banner>
  if (changes && sheet.turn === 'second') return <Banner tone="info">{t('checks.blind')}</Banner>
  if (sheet.hidden && sheet.cells.some((c) => c.version > 0))
    return <Banner tone="info">{t('checks.hidden')}</Banner>
  if (changes && sheet.finished) return <Banner tone="ok">{t('checks.mends')}</Banner>
  return changes ? null : (
    <Banner tone="info">{t(sheet.open ? 'checks.others' : 'checks.concluded')}</Banner>
  )
}

const Answers = ({ sheet, changes }: { sheet: CheckSheet; changes: boolean }) => {
  const { t } = useTranslation('evaluation')
  const { cells } = sheet
  const open = changes ? cells.filter((c) => c.version === 0) : []
  const goOn = useGoOn(sheet, (next: string | undefined) =>
    next ? goTo(next) : document.getElementById('finish')?.focus(),
  )
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[240px_minmax(0,1fr)] lg:items-start">
      <Arrive open={open} />
      <Rail
        of="checks"
        label={t('marks.questions')}
        entries={cells.map((c) => ({
          id: c.id,
          label: c.prompt,
          group: c.section_name,
          scored: c.version > 0,
          counts: true,
        }))}
        next={open[0]?.id}
      />
      <div className="grid min-w-0 gap-4">
        <Standing sheet={sheet} changes={changes} />
        {groupsOf(cells, (c) => c.section_name).map((own) => (
          <Card
            key={own[0]?.id}
            title={own[0]?.section_name}
            actions={
              <span className="tabular text-sm text-ink-2">
                {t('checks.progress', {
                  done: own.filter((c) => c.version > 0).length,
                  total: own.length,
                })}
              </span>
            }
            flush
          >
            <ol className="divide-y divide-line">
              {own.map((cell) => (
                <CheckRow
                  key={cell.id}
                  sheet={sheet}
                  cell={cell}
                  changes={changes}
                  onChecked={() => {
                    goOn(openAfter(cells, open, cell.id)?.id)
                  }}
                />
              ))}
            </ol>
          </Card>
        ))}
      </div>
    </div>
  )
}

/** Says that the check is done; what is missing is named, and leads there. */
const Finish = ({ sheet }: { sheet: CheckSheet }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const { category_id, submission_id, turn } = sheet
  const gapsOf = ({ cells }: CheckSheet) => cells.filter((c) => c.version === 0)
  // Others may have checked meanwhile, and my last verdict may be newer than what is shown.
  const ask = async () => {
    const now = checkSheet(category_id, submission_id, turn)
    const gaps = gapsOf(await client.fetchQuery({ ...now, staleTime: 0 }))
    if (gaps.length === 0) return setAsked(true)
    toast('bad', t('checks.gaps', { count: gaps.length }))
    goTo(gaps[0]?.id)
  }
  return (
    <>
      <ActButton id="finish" look={gapsOf(sheet).length ? 'secondary' : 'primary'} act={ask}>
        {t('checks.finish')}
      </ActButton>
      <AskDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('checks.finish')}
        description={t(`checks.finishAsk.${turn}`, {
          name: sheet.supplier_name,
          count: sheet.cells.length,
        })}
        action={t('checks.finish')}
        send={async () => {
          await finishCheck(submission_id, turn)
          setAsked(false)
          await client.invalidateQueries({ queryKey: keys.category(category_id) })
          await client.invalidateQueries({ queryKey: keys.job(sheet.job_id) })
          toast('ok', t('checks.finished'))
        }}
      />
    </>
  )
}

/** The way to the bids before and after, which the desk knows. */
const Neighbours = ({ sheet }: { sheet: CheckSheet }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { category_id: categoryId, turn } = sheet
  const all = useQuery(checks(categoryId)).data?.bids ?? []
  const bids = turn === 'second' ? all.filter((b) => b.drawn) : all
  const at = bids.findIndex((b) => b.submission_id === sheet.submission_id)
  const other = (step: number) => {
    const next = at < 0 ? undefined : bids[at + step]
    return next ? href(places[turn], { categoryId, participantId: next.submission_id }) : null
  }
  return (
    <>
      <LinkButton to={other(-1)}>{t('marks.previous')}</LinkButton>
      <LinkButton to={other(1)}>{t('marks.next')}</LinkButton>
    </>
  )
}

/** One bid as it is checked in a turn, answer by answer. */
export const Conduct = ({ turn }: { turn: Turn }) => {
  const { t, i18n } = useTranslation(['evaluation', 'errors', 'activities'])
  const { href, ids } = useHere()
  const { categoryId, participantId } = ids
  const newRisk = useNewRisk()
  const query = useQuery(checkSheet(categoryId, participantId, turn))
  const title = t(`titles.${lists[turn]}`)
  const back = href(lists[turn], { categoryId })
  if (query.isError && REFUSED.includes(faultCode(query.error)))
    return (
      <Page title={title} crumbs={[{ label: title, to: back }]}>
        <EmptyState
          icon={<EyeOffIcon size={18} />}
          title={t('checks.refused')}
          body={problemText(query.error, i18n)}
          action={<LinkButton to={back}>{t('checks.back')}</LinkButton>}
        />
      </Page>
    )
  return (
    <LoadWork query={query} title={title}>
      {(sheet) => {
        const changes = sheet.open && sheet.mine && mayHere(sheet.activity, 'judge')
        const finishes =
          changes && !sheet.finished && !(sheet.hidden && sheet.cells.some((c) => c.version > 0))
        return (
          <Page
            title={sheet.supplier_name}
            crumbs={[{ label: title, to: href(lists[turn], { categoryId: sheet.category_id }) }]}
            subtitle={`${sheet.name} · ${t(`checks.${turn}`)}`}
            status={sheet.finished ? <Badge tone="ok">{t('checks.done')}</Badge> : undefined}
            actions={
              <>
                <Neighbours sheet={sheet} />
                {sheet.cells.some((c) => c.version > 0) ? (
                  <LinkButton to={newRisk({ jobId: sheet.job_id, supplierId: sheet.supplier_id })}>
                    {t('activities:addRisk')}
                  </LinkButton>
                ) : null}
                {finishes ? <Finish sheet={sheet} /> : null}
              </>
            }
          >
            <Answers key={sheet.submission_id} sheet={sheet} changes={changes} />
          </Page>
        )
      }}
    </LoadWork>
  )
}
