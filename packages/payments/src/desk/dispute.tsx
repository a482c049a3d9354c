import { useQuery } from '@tanstack/react-query'
import { saveFile } from '@zabuni/api/download'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Card, Facts } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { FileTextIcon } from 'lucide-react'
import { useParams } from 'react-router'
import { Money } from '../parts.tsx'
import { Acts } from './dispute-acts.tsx'
import { DisputeState, reconcilePath } from './parts.tsx'
import { type DisputeStory, disputeFileOf, disputeQuery, packOf } from './queries.ts'

/** One dispute: what is asked back, until when it is answered, by what, and what became of it. */
export default function DisputeScreen() {
  const { t, i18n } = useTranslation('payments')
  const { id = '' } = useParams()
  const query = useQuery(disputeQuery(id))
  return (
    <Load query={query} title={t('dispute.one')}>
      {(dispute) => (
        <Page
          title={dispute.code}
          subtitle={dispute.supplier_name}
          status={<DisputeState of={dispute} />}
          crumbs={[{ label: t('dispute.title'), to: '/zabuni/payment_disputes' }]}
          actions={
            <ActButton
              icon={<FileTextIcon aria-hidden="true" size={16} />}
              act={async () =>
                saveFile(await packOf(id, languageOf(i18n.language)), `${dispute.code}.zip`)
              }
            >
              {t('dispute.pack')}
            </ActButton>
          }
        >
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Said dispute={dispute} />
            <div className="grid gap-4">
              <Acts dispute={dispute} />
              <Fees dispute={dispute} />
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}

const Said = ({ dispute: d }: { dispute: DisputeStory }) => {
  const { t } = useTranslation('payments')
  const when = (at: string | undefined, who?: string) =>
    at ? [who, formatMoment(at, ownZone())].filter(Boolean).join(' · ') : '–'
  const moved = d.status !== 'entered' && d.status !== 'refused'
  const over = d.status === 'won' || d.status === 'lost'
  return (
    <Card title={t('dispute.one')}>
      <div className="grid gap-4">
        <Facts
          items={[
            {
              label: t('list.amount'),
              value: (
                <strong className="text-xl font-semibold">
                  <Money amount={d.amount} />
                </strong>
              ),
            },
            {
              label: t('list.number'),
              value: <TextLink to={reconcilePath(d.number)}>{d.number}</TextLink>,
            },
            { label: t('list.mode'), value: t(`mode.${d.provider}`) },
            ...(d.provider_ref ? [{ label: t('dispute.providerRef'), value: d.provider_ref }] : []),
            { label: t('dispute.cause'), value: d.cause },
            ...(d.by_hand
              ? [
                  { label: t('dispute.claimant'), value: d.claimant },
                  { label: t('dispute.entered'), value: when(d.opened_at, d.enterer) },
                  { label: t('dispute.approved'), value: when(d.approved_at, d.approver) },
                ]
              : [{ label: t('dispute.opened'), value: when(d.opened_at) }]),
            { label: t('dispute.due'), value: when(d.due_at) },
            ...(moved
              ? [
                  {
                    label: t('dispute.answered'),
                    value: when(d.answered_at, d.answerer ?? t(`mode.${d.provider}`)),
                  },
                ]
              : []),
            ...(d.answer ? [{ label: t('dispute.answer'), value: d.answer }] : []),
            ...(d.end_as
              ? [
                  {
                    label: t('dispute.said'),
                    value: `${t(`dispute.state.${d.end_as}`)} · ${when(d.end_at, d.ender)}`,
                  },
                ]
              : []),
            ...(d.end_why ? [{ label: t('desk.why'), value: d.end_why }] : []),
            ...(over
              ? [
                  {
                    label: t('dispute.ended'),
                    value: when(d.ended_at, d.decider ?? t(`mode.${d.provider}`)),
                  },
                ]
              : []),
          ]}
        />
        <div className="flex flex-wrap gap-2">
          {(['entry', 'answer', 'end'] as const).map((of) =>
            d[`${of}_file`] ? (
              <ActButton
                key={of}
                size="sm"
                act={async () =>
                  saveFile(await disputeFileOf(d.id, of), t('desk.line.evidenceFile'))
                }
              >
                {t(`dispute.file.${of}`)}
              </ActButton>
            ) : null,
          )}
        </div>
      </div>
    </Card>
  )
}

const Fees = ({ dispute: d }: { dispute: DisputeStory }) => {
  const { t } = useTranslation('payments')
  return (
    <Card title={t('dispute.fees')}>
      <ul className="grid gap-3 text-sm">
        {d.lines.map((l) => (
          <li key={l.category_id} className="flex items-baseline justify-between gap-3">
            <span className="grid min-w-0 justify-items-start gap-0.5 break-words">
              {l.name}
              <span className="text-xs text-ink-2">
                {l.buyer} · {t('dispute.closes', { at: formatMoment(l.closes_at, ownZone()) })}
              </span>
              {l.ends ? <Badge tone="warn">{t('back.ends')}</Badge> : null}
            </span>
            <Money amount={l.fee} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
