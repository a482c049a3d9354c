import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useProof } from '@zabuni/routing/ui/proof'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Money } from '../parts.tsx'
import { RefundState, reconcilePath } from './parts.tsx'
import { decideRefund, type RefundStory, refundEvidenceOf, refundQuery } from './queries.ts'
import { EndDialog } from './refund-end.tsx'
import { useSums } from './refund-parts.tsx'

/** One refund: of which fees it is, who asked and decided, and what became of it. */
export default function RefundScreen() {
  const { t } = useTranslation('payments')
  const { id = '' } = useParams()
  const query = useQuery(refundQuery(id))
  return (
    <Load query={query} title={t('back.one')}>
      {(refund) => (
        <Page
          title={refund.code}
          subtitle={refund.supplier_name}
          status={<RefundState status={refund.status} />}
          crumbs={[{ label: t('back.title'), to: '/zabuni/payment_refunds' }]}
        >
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Said refund={refund} />
            <Acts refund={refund} />
          </div>
        </Page>
      )}
    </Load>
  )
}

const Said = ({ refund }: { refund: RefundStory }) => {
  const { t } = useTranslation('payments')
  const when = (at: string | undefined, who?: string) =>
    at ? [who, formatMoment(at, ownZone())].filter(Boolean).join(' · ') : '–'
  return (
    <Card title={t('back.one')}>
      <div className="grid gap-4">
        <Facts
          items={[
            {
              label: t('list.amount'),
              value: (
                <strong className="text-xl font-semibold">
                  <Money amount={refund.amount} />
                </strong>
              ),
            },
            {
              label: t('list.number'),
              value: <TextLink to={reconcilePath(refund.number)}>{refund.number}</TextLink>,
            },
            {
              label: t('list.mode'),
              value: `${t(`mode.${refund.provider}`)} · ${t(refund.by_hand ? 'back.byHand' : 'back.byProvider')}`,
            },
            ...(refund.job_title ? [{ label: t('back.job'), value: refund.job_title }] : []),
            { label: t('desk.why'), value: refund.reason },
            { label: t('back.asked'), value: when(refund.asked_at, refund.asker) },
            { label: t('desk.decider'), value: when(refund.decided_at, refund.decider) },
            ...(refund.by_hand ? [] : [{ label: t('back.sent'), value: when(refund.sent_at) }]),
            { label: t('back.ended'), value: when(refund.finished_at, refund.finisher) },
            ...(refund.reference ? [{ label: t('back.reference'), value: refund.reference }] : []),
            ...(refund.provider_ref
              ? [{ label: t('back.providerRef'), value: refund.provider_ref }]
              : []),
            ...(refund.why ? [{ label: t('back.whyFailed'), value: refund.why }] : []),
          ]}
        />
        <ul className="grid gap-2 text-sm">
          {refund.lines.map((l) => (
            <li key={l.category_id} className="flex items-baseline justify-between gap-3">
              <span className="grid min-w-0 justify-items-start gap-0.5 break-words">
                {l.name}
                {l.ends ? <Badge tone="warn">{t('back.ends')}</Badge> : null}
              </span>
              <Money amount={l.amount} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** What the next step is, and who may do it. */
const Acts = ({ refund }: { refund: RefundStory }) => {
  const { t, i18n } = useTranslation('payments')
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const sums = useSums()
  const [asking, setAsking] = useState<'approve' | 'refuse' | 'paid' | 'failed'>()
  const mayMove = mayI('MANAGE_PAYMENTS')
  const close = () => setAsking(undefined)
  const done = async () => {
    await cache.invalidateQueries({ queryKey: keys.payment })
    close()
  }
  const waits = refund.status === 'asked'
  const ending = refund.status === 'sent' || (refund.status === 'approved' && refund.by_hand)
  const about = {
    amount: formatMoney(refund.amount.value, refund.amount.currency, i18n.language),
    number: refund.number,
    supplier: refund.supplier_name,
    orders: sums(refund.together),
  }
  const all = refund.together.length > 0
  return (
    <Card
      title={t('back.next')}
      footer={
        mayMove && waits && !refund.mine ? (
          <>
            <Button onClick={() => setAsking('refuse')}>{t('desk.refuse')}</Button>
            <Button look="primary" onClick={() => setAsking('approve')}>
              {t('desk.approve')}
            </Button>
          </>
        ) : mayMove && ending ? (
          <>
            <Button onClick={() => setAsking('failed')}>{t('back.failed')}</Button>
            <Button look="primary" onClick={() => setAsking('paid')}>
              {t('back.paid')}
            </Button>
          </>
        ) : null
      }
    >
      <div className="grid justify-items-start gap-3 text-sm">
        {waits && refund.mine ? <Banner tone="info">{t('desk.story.another')}</Banner> : null}
        <p>
          {t(
            refund.status === 'approved' && refund.by_hand
              ? 'back.about.byHand'
              : `back.about.${refund.status}`,
          )}
        </p>
        {all && waits ? <p>{t('back.together', about)}</p> : null}
        {refund.evidence ? (
          <ActButton
            size="sm"
            act={async () =>
              saveFile(await refundEvidenceOf(refund.id), t('desk.line.evidenceFile'))
            }
          >
            {t('desk.line.evidence')}
          </ActButton>
        ) : null}
      </div>
      {(['approve', 'refuse'] as const).map((word) => (
        <AskDialog
          key={word}
          open={asking === word}
          onClose={close}
          title={t(`desk.${word}`)}
          description={t(all ? `back.means.${word}All` : `back.means.${word}`, about)}
          action={t(`desk.${word}`)}
          send={async () => {
            await withProof(() => data(decideRefund(refund.id, word === 'approve')))
            await done()
          }}
        />
      ))}
      {asking === 'paid' || asking === 'failed' ? (
        <EndDialog
          refund={refund}
          paid={asking === 'paid'}
          means={t(`back.means.${asking}`, about)}
          onClose={close}
          onDone={done}
          withProof={withProof}
        />
      ) : null}
      {proofDialog}
    </Card>
  )
}
