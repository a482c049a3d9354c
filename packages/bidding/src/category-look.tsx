import { AttachmentsCard } from '@zabuni/activities/ui/attachments'
import { useHere } from '@zabuni/activities/ui/here'
import { OfRecord } from '@zabuni/activities/ui/record'
import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Card, Facts } from '@zabuni/ui/card'
import { DocumentLinks } from '@zabuni/ui/document-links'
import { Page } from '@zabuni/ui/page'
import { Addenda } from './addenda.tsx'
import { Clarifications } from './clarifications.tsx'
import { Compared } from './compared.tsx'
import { CriteriaView } from './criteria-view.tsx'
import { useParticipate } from './participate.tsx'
import { CategoryBadge, ClosesIn, Fee, Prose } from './parts.tsx'
import { attachmentOf, type CategoryPreview } from './queries.ts'
import { RoundLook, WindowLook } from './round-note.tsx'

const Look = ({ preview }: { preview: CategoryPreview }) => {
  const { t } = useTranslation('bidding')
  const { href } = useHere()
  const words = useWords()
  const { actions, notice } = useParticipate(preview)
  const extended = preview.closing_changes.length > 0
  return (
    <Page
      crumbs={[
        { label: t('open.title'), to: href('openJobs') },
        {
          label: preview.buyer_name,
          to: href('companyJobs', { companyId: preview.buyer_id }),
        },
      ]}
      title={preview.name}
      status={<CategoryBadge status={preview.status} closesAt={preview.closes_at} />}
      subtitle={`${preview.reference} · ${words(preview.activity, 'name')} · ${preview.job_title}`}
      actions={actions}
    >
      <RoundLook preview={preview} />
      <WindowLook preview={preview} />
      {notice ? <div className="mb-4">{notice}</div> : null}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_340px]">
        <aside aria-label={t('facts.label')} className="grid gap-4 lg:sticky lg:top-16 lg:order-2">
          <Card>
            <ClosesIn at={preview.closes_at} zone={preview.timezone} />
            <div className="pt-4">
              <Facts
                items={[
                  {
                    label: t('facts.opened'),
                    value: formatMoment(preview.opens_at, preview.timezone),
                  },
                  {
                    label: t('fee.label'),
                    value: <Fee amount={preview.bid_fee} currency={preview.currency} />,
                  },
                  { label: t('facts.currency'), value: preview.currency },
                  { label: t('facts.buyer'), value: preview.buyer_name },
                  { label: t('facts.kind'), value: preview.category_type || '–' },
                  { label: t('facts.sections'), value: preview.sections.length },
                  { label: t('facts.items'), value: preview.items.length },
                ]}
              />
            </div>
          </Card>
          <Compared preview={preview} />
          {extended ? (
            <Card title={t('facts.changes')}>
              <ol className="grid gap-2 text-sm">
                {preview.closing_changes.map((change) => (
                  <li key={change.at}>
                    <p className="font-medium">{formatMoment(change.to, preview.timezone)}</p>
                    <p className="text-ink-2">{change.reason}</p>
                  </li>
                ))}
              </ol>
            </Card>
          ) : null}
        </aside>
        <div className="grid min-w-0 gap-4">
          <Addenda preview={preview} />
          {preview.description ? (
            <Card title={t('facts.description')}>
              <Prose text={preview.description} />
            </Card>
          ) : null}
          {preview.instructions ? (
            <Card title={t('instructions.title')}>
              <Prose text={preview.instructions} />
            </Card>
          ) : null}
          <AttachmentsCard
            attachments={preview.attachments}
            fetch={(id) => attachmentOf(preview.id, id)}
          />
          <DocumentLinks title={t('facts.documents')} documents={preview.documents} />
          <CriteriaView preview={preview} />
          <Clarifications preview={preview} />
        </div>
      </div>
    </Page>
  )
}

/** A category as a bidder reads it before deciding, at its own address and under the company that asks. */
export const CategoryLook = ({ preview }: { preview: CategoryPreview }) => (
  <OfRecord record={preview} own={{ companyId: preview.buyer_id }}>
    {() => <Look preview={preview} />}
  </OfRecord>
)
