import { useQuery } from '@tanstack/react-query'
import { AttachmentsCard } from '@zabuni/activities/ui/attachments'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDecimal } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { attachmentOf, preview } from './queries.ts'

/** What is bought or sold, all of it for one price. */
export const ItemsCard = ({ categoryId }: { categoryId: string }) => {
  const { t, i18n } = useTranslation('auctions')
  const { data } = useQuery(preview(categoryId))
  if (!data) return null
  const attachments = (
    <AttachmentsCard attachments={data.attachments} fetch={(id) => attachmentOf(categoryId, id)} />
  )
  if (!data.items.length) return attachments
  const heads = [
    { key: 'description', label: t('items.description') },
    { key: 'quantity', label: t('items.quantity'), numeric: true },
  ]
  return (
    <div className="grid gap-4">
      <Card flush title={t('items.title')}>
        {data.description ? (
          <p className="max-w-prose px-4 pt-3 text-sm whitespace-pre-line">{data.description}</p>
        ) : null}
        <TableFrame caption={t('items.title')} heads={heads}>
          {data.items.map((item) => (
            <PlainRow
              key={item.id}
              heads={heads}
              cells={[
                `${item.number} · ${item.description}`,
                `${formatDecimal(short(item.quantity), i18n.language, 0)} ${item.unit}`,
              ]}
            />
          ))}
        </TableFrame>
        <p className="border-t border-line px-4 py-2.5 text-xs text-ink-3">{t('items.onePrice')}</p>
      </Card>
      {attachments}
    </div>
  )
}
