import { type Asset, AssetLook, type PhotoOf } from '@zabuni/activities/ui/asset'
import { type Attachment, AttachmentsCard } from '@zabuni/activities/ui/attachments'
import { useTranslation } from '@zabuni/i18n'
import { formatDecimal, formatMoment, formatMoney, formatPercent } from '@zabuni/i18n/format'
import { Card, Facts } from '@zabuni/ui/card'
import { DocumentLinks, type LinkedDocument } from '@zabuni/ui/document-links'
import { SectionsPreview, type ShownSection } from './sections.tsx'

/** What a bidder sees of an item. */
type ShownItem = {
  id: string
  number: string
  code: string
  description: string
  unit: string
  quantity: string
  asset?: Asset
}
/** What a bidder sees of a category. */
type ShownCategory = {
  buyer_name: string
  job_title: string
  name: string
  description: string
  instructions: string
  category_type: string
  currency: string
  bid_fee: string
  opens_at: string
  closes_at: string
  timezone: string
  pass_mark: string
  technical_weight: string
  financial_weight: string
  /** The special group for which it is kept, as bidders read it. */
  reserved_group?: string
  documents: readonly LinkedDocument[]
  sections: readonly ShownSection[]
  items: readonly ShownItem[]
  attachments: readonly Attachment[]
}

type Props = {
  category: ShownCategory
  photoOf: (item: string, photo: string) => ReturnType<PhotoOf>
  attachmentOf: (id: string) => Promise<Blob>
}

const none = (text: string) => /^[0.]*$/.test(text)
const plain = (text: string) => text.replace(/\.0*$|(\.\d*?)0+$/, '$1')
const places = (text: string) => plain(text).split('.')[1]?.length ?? 0

/** The lines that are priced, as a bidder reads them. */
const ItemsPreview = ({
  category: { items, timezone },
  photoOf,
}: Pick<Props, 'category' | 'photoOf'>) => {
  const { t, i18n } = useTranslation('sourcing')
  return (
    <Card flush title={t('tabs.items')}>
      <ol className="grid divide-y divide-line text-sm">
        {items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] gap-3 px-4 py-2.5"
          >
            <span className="tabular text-ink-3">{item.number}</span>
            <span className="min-w-0 break-words">
              {item.description}
              {item.code ? <span className="block text-xs text-ink-3">{item.code}</span> : null}
              {item.asset ? (
                <AssetLook
                  asset={item.asset}
                  unit={item.unit}
                  zone={timezone}
                  photoOf={(photo) => photoOf(item.id, photo)}
                />
              ) : null}
            </span>
            <span className="tabular text-right whitespace-nowrap">
              {formatDecimal(item.quantity, i18n.language, places(item.quantity))} {item.unit}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** A category as a bidder reads it before taking part: terms, questions, items. */
export const CategoryPreview = ({ category: c, photoOf, attachmentOf }: Props) => {
  const { t, i18n } = useTranslation('sourcing')
  const percent = (value: string) => formatPercent(plain(value), i18n.language)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="grid min-w-0 gap-4">
        {[c.description, c.instructions].some(Boolean) ? (
          <Card title={t('categoryForm.instructions')}>
            <div className="grid max-w-prose gap-3 whitespace-pre-line">
              {c.description ? <p>{c.description}</p> : null}
              {c.instructions ? <p>{c.instructions}</p> : null}
            </div>
          </Card>
        ) : null}
        <DocumentLinks title={t('import.documents')} documents={c.documents} />
        <AttachmentsCard attachments={c.attachments} fetch={attachmentOf} />
        <SectionsPreview sections={c.sections} />
        {c.items.length ? <ItemsPreview category={c} photoOf={photoOf} /> : null}
      </div>
      <Card title={t('facts.terms')}>
        <Facts
          items={[
            { label: t('preview.buyer'), value: c.buyer_name },
            { label: t('categoryForm.type'), value: c.category_type || '–' },
            { label: t('categoryForm.opens'), value: formatMoment(c.opens_at, c.timezone) },
            { label: t('categoryForm.closes'), value: formatMoment(c.closes_at, c.timezone) },
            ...(c.reserved_group
              ? [{ label: t('categoryForm.reserved'), value: c.reserved_group }]
              : []),
            {
              label: t('categoryForm.bidFee'),
              value: none(c.bid_fee)
                ? t('category.noFee')
                : formatMoney(c.bid_fee, c.currency, i18n.language),
            },
            ...(none(c.technical_weight) && none(c.financial_weight)
              ? []
              : [
                  { label: t('categoryForm.technical'), value: percent(c.technical_weight) },
                  { label: t('categoryForm.financial'), value: percent(c.financial_weight) },
                ]),
            ...(none(c.pass_mark)
              ? []
              : [{ label: t('categoryForm.passMark'), value: percent(c.pass_mark) }]),
          ]}
        />
      </Card>
    </div>
  )
}
