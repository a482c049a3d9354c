import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDecimal } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { ScrollRegion } from '@zabuni/ui/scroll-region'
import { Must } from './parts.tsx'
import type { CategoryPreview } from './queries.ts'

const decimals = (quantity: string) => (short(quantity).split('.')[1] ?? '').length

/** A quantity with the digits it has. */
export const useQuantity = () => {
  const { i18n } = useTranslation()
  return (quantity: string) => formatDecimal(quantity, i18n.language, decimals(quantity))
}

/** What a category asks, read-only. */
export const CriteriaView = ({ preview }: { preview: CategoryPreview }) => {
  const { t } = useTranslation('bidding')
  const quantity = useQuantity()
  return (
    <>
      {preview.sections.map((section) => (
        <Card key={section.id} title={section.name}>
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
          <ScrollRegion label={t('items.title')} className="relative">
            <table className="w-full text-sm">
              <caption className="sr-only">{t('items.title')}</caption>
              <thead>
                <tr className="border-b border-line bg-canvas text-xs text-ink-2">
                  <th scope="col" className="h-9 px-4 text-left font-medium">
                    {t('items.number')}
                  </th>
                  <th scope="col" className="h-9 px-4 text-left font-medium">
                    {t('items.description')}
                  </th>
                  <th scope="col" className="h-9 px-4 text-left font-medium">
                    {t('items.unit')}
                  </th>
                  <th scope="col" className="h-9 px-4 text-right font-medium">
                    {t('items.quantity')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {preview.items.map((item) => (
                  <tr key={item.id} className="border-b border-line last:border-0">
                    <td className="px-4 py-2.5 text-ink-3">{item.number}</td>
                    <td className="px-4 py-2.5">{item.description}</td>
                    <td className="px-4 py-2.5">{item.unit}</td>
                    <td className="tabular px-4 py-2.5 text-right">{quantity(item.quantity)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
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
