import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { sum } from '@zabuni/i18n/decimal'
import { formatMoney } from '@zabuni/i18n/format'
import { Card, Stats } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { RowLink } from '@zabuni/ui/list'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { ReceiptTextIcon } from 'lucide-react'
import { useParams } from 'react-router'
import { Money } from '../parts.tsx'
import { JobRefund } from './job-refund.tsx'
import { jobFeesQuery } from './queries.ts'

/** What came in for a job, category by category. */
export default function JobFees() {
  const { t, i18n } = useTranslation('payments')
  const { prequal_id = '' } = useParams()
  const query = useQuery(jobFeesQuery(prequal_id))
  const heads = [
    { key: 'name', label: t('desk.job.category') },
    { key: 'fee', label: t('desk.job.fee'), numeric: true },
    { key: 'participants', label: t('desk.job.participants'), numeric: true },
    { key: 'paid', label: t('desk.job.paid'), numeric: true },
    { key: 'pending', label: t('desk.job.pending'), numeric: true },
    { key: 'review', label: t('desk.job.inReview'), numeric: true },
    { key: 'back', label: t('desk.job.wentBack'), numeric: true },
    { key: 'received', label: t('desk.job.received'), numeric: true },
    { key: 'money', label: t('desk.job.back'), numeric: true },
  ]
  return (
    <Load query={query} title={t('desk.job.title')}>
      {(job) => {
        const currencies = [...new Set(job.items.map((c) => c.received.currency))]
        return (
          <Page title={job.title} subtitle={`${job.reference} · ${job.buyer_name}`}>
            {job.items.length ? (
              <div className="grid gap-4">
                <Stats
                  items={currencies.map((currency) => ({
                    label: `${t('desk.job.received')} (${currency})`,
                    value: formatMoney(
                      sum(
                        job.items.flatMap(({ received }) =>
                          received.currency === currency ? [received.value] : [],
                        ),
                      ),
                      currency,
                      i18n.language,
                    ),
                  }))}
                />
                <JobRefund job={prequal_id} title={job.title} />
                <Card flush>
                  <TableFrame caption={t('desk.job.title')} heads={heads}>
                    {job.items.map((c) => (
                      <PlainRow
                        key={c.category_id}
                        heads={heads}
                        cells={[
                          <RowLink
                            key="n"
                            to={`/zabuni/prequal/payment/reconciliation/category/suppliers/${c.category_id}`}
                            note={c.reference}
                          >
                            {c.name}
                          </RowLink>,
                          <Money key="f" amount={c.fee} />,
                          c.participants,
                          c.paid,
                          c.pending,
                          c.in_review,
                          c.went_back,
                          <Money key="r" amount={c.received} />,
                          <Money key="b" amount={c.back} />,
                        ]}
                      />
                    ))}
                  </TableFrame>
                </Card>
              </div>
            ) : (
              <Card flush>
                <EmptyState
                  icon={<ReceiptTextIcon size={18} />}
                  title={t('desk.job.empty')}
                  body={t('desk.job.emptyBody')}
                />
              </Card>
            )}
          </Page>
        )
      }}
    </Load>
  )
}
