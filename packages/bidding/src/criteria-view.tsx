import { AssetLook } from '@zabuni/activities/ui/asset'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDecimal, formatPercent } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { type Head, PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { Must, Points } from './parts.tsx'
import { type CategoryPreview, itemPhoto } from './queries.ts'

const decimals = (quantity: string) => (short(quantity).split('.')[1] ?? '').length

/** A quantity with the digits it has. */
export const useQuantity = () => {
  const { i18n } = useTranslation()
  return (quantity: string) => formatDecimal(quantity, i18n.language, decimals(quantity))
}

/** What a category asks, read-only. */
export const CriteriaView = ({ preview }: { preview: CategoryPreview }) => {
  const { t, i18n } = useTranslation(['bidding', 'activities'])
  const quantity = useQuantity()
  const heads: readonly Head[] = [
    { key: 'number', label: t('items.number') },
    { key: 'description', label: t('items.description') },
    { key: 'unit', label: t('items.unit') },
    { key: 'quantity', label: t('items.quantity'), numeric: true },
  ]
  return (
    <>
      {preview.sections.map((section) => (
        <Card
          key={section.id}
          title={section.name}
          actions={
            section.weight ? (
              <span className="text-xs text-ink-2">
                {t('activities:compared.ofTechnical', {
                  share: formatPercent(short(section.weight), i18n.language),
                })}
              </span>
            ) : null
          }
        >
          {section.description ? (
            <p className="mb-3 max-w-prose text-sm whitespace-pre-line text-ink-2">
              {section.description}
            </p>
          ) : null}
          {section.questions.length ? (
            <ol className="grid gap-3">
              {section.questions.map((q, i) => (
                <li key={q.id} className="grid grid-cols-[1.5rem_1fr] gap-x-2">
                  <span className="tabular text-sm text-ink-3">{i + 1}.</span>
                  <div className="grid gap-0.5">
                    <p className="text-sm font-medium break-words">
                      {q.prompt}
                      {q.must_answer ? <Must /> : null}
                      <Points most={q.max_score} />
                    </p>
                    {q.help ? <p className="text-xs text-ink-3">{q.help}</p> : null}
                    <p className="text-xs text-ink-2">
                      {t(`response.${q.response_type}`)}
                      {q.options.length ? `: ${q.options.map((o) => o.label).join(' · ')}` : null}
                    </p>
                  </div>
                </li>
              ))}
            </ol>
          ) : null}
        </Card>
      ))}
      {preview.items.length ? (
        <Card title={t('items.title')} flush>
          <TableFrame caption={t('items.title')} heads={heads}>
            {preview.items.map((item) => (
              <PlainRow
                key={item.id}
                heads={heads}
                cells={[
                  item.number,
                  <div key="description" className="min-w-0">
                    {item.description}
                    {item.asset ? (
                      <AssetLook
                        asset={item.asset}
                        unit={item.unit}
                        zone={preview.timezone}
                        photoOf={(photo) => itemPhoto(preview.id, item.id, photo)}
                      />
                    ) : null}
                  </div>,
                  item.unit,
                  quantity(item.quantity),
                ]}
              />
            ))}
          </TableFrame>
        </Card>
      ) : null}
      {preview.sections.length || preview.items.length ? null : (
        <Card>
          <p className="text-ink-2">{t('question.noSections')}</p>
        </Card>
      )}
    </>
  )
}
