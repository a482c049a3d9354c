import { useQueryClient } from '@tanstack/react-query'
import type { Address } from '@zabuni/activities/address'
import { useCondition } from '@zabuni/activities/ui/asset'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDecimal } from '@zabuni/i18n/format'
import { AskDialog } from '@zabuni/ui/ask'
import { IconButton } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { LinkButton } from '@zabuni/ui/link-button'
import { TableFooter } from '@zabuni/ui/pagination'
import { type Head, TableFrame } from '@zabuni/ui/plain-table'
import { TextLink } from '@zabuni/ui/text-link'
import { PencilIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { deleteItem } from '../queries.ts'
import { CELLS, ItemEditor } from './editor.tsx'

const PAGE = 100

type Item = Schemas['Item']
const WIDTHS = {
  number: 'w-20',
  code: 'w-36',
  description: '',
  unit: 'w-28',
  quantity: 'w-36',
} as const

/** A quantity with the digits it has, and no more. */
export const quantity = (value: string, language: string): string => {
  const text = short(value)
  return formatDecimal(text, language, text.split('.')[1]?.length ?? 0)
}

/** What a line says of a thing in short. */
const AssetNote = ({ item: { asset } }: { item: Item }) => {
  const { t } = useTranslation(['sourcing', 'activities'])
  const condition = useCondition()
  const parts = [
    condition(asset?.condition),
    ...(asset?.location ? [asset.location] : []),
    t('activities:asset.count', { count: asset?.photos.length ?? 0 }),
    ...(asset?.reserve ? [t('activities:asset.hasReserve')] : []),
  ]
  return <span className="block text-xs text-ink-3">{parts.join(' · ')}</span>
}

const Row = ({
  item,
  changeable,
  marked,
  to,
  onEdit,
  onRemove,
}: {
  item: Item
  /** Where an item is shown and changed by itself; null where it is a line and no more. */
  to: { details: Address | null; edit: Address | null }
  changeable: boolean
  marked: boolean
  onEdit: () => void
  onRemove: () => void
}) => {
  const { t, i18n } = useTranslation('sourcing')
  return (
    <tr
      id={item.id}
      onDoubleClick={changeable && !to.edit ? onEdit : undefined}
      className={cx(
        'border-b border-line align-top last:border-0 hover:bg-canvas max-sm:grid max-sm:grid-cols-[2.5rem_minmax(0,1fr)_auto] max-sm:px-4 max-sm:py-3',
        marked && 'bg-warn-soft',
      )}
    >
      <td className="tabular py-2.5 pr-2 pl-4 text-ink-3 max-sm:p-0">{item.number}</td>
      <td className="px-2 py-2.5 text-ink-2 max-sm:hidden">{item.code}</td>
      <td className="px-2 py-2.5 break-words max-sm:p-0">
        <TextLink to={to.details} link="hover:text-brand hover:underline">
          {item.description}
        </TextLink>
        {item.code ? <span className="block text-xs text-ink-3 sm:hidden">{item.code}</span> : null}
        {to.details ? <AssetNote item={item} /> : null}
      </td>
      <td className="px-2 py-2.5 max-sm:hidden">{item.unit}</td>
      <td className="tabular px-2 py-2.5 text-right whitespace-nowrap max-sm:p-0">
        {Number(item.quantity) ? (
          quantity(item.quantity, i18n.language)
        ) : (
          <span className="text-warn">{t('items.noQuantity')}</span>
        )}{' '}
        <span className="sm:hidden">{item.unit}</span>
      </td>
      <td className="py-1 pr-3 text-right whitespace-nowrap max-sm:col-span-3 max-sm:flex max-sm:justify-end max-sm:p-0">
        {changeable ? (
          <>
            {to.edit ? (
              <LinkButton
                to={to.edit}
                size="sm"
                look="ghost"
                aria-label={t('items.editLine', { number: item.number })}
                icon={<PencilIcon aria-hidden="true" size={15} />}
              />
            ) : (
              <IconButton
                size="sm"
                className="inline-grid"
                label={t('items.editLine', { number: item.number })}
                icon={<PencilIcon aria-hidden="true" size={15} />}
                onClick={onEdit}
              />
            )}
            <IconButton
              size="sm"
              className="inline-grid"
              label={t('items.removeLine', { number: item.number })}
              icon={<Trash2Icon aria-hidden="true" size={15} />}
              onClick={onRemove}
            />
          </>
        ) : null}
      </td>
    </tr>
  )
}

/** The bill of quantities: lines are changed where they stand, and a new one is always ready to be typed. */
export const ItemGrid = ({
  found,
  changeable,
  onSheet,
}: {
  found: Schemas['CategoryDetails']
  changeable: boolean
  onSheet: (text: string) => void
}) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const cache = useQueryClient()
  const marked = decodeURIComponent(useLocation().hash.slice(1))
  const placesOf = ({ id }: Item) => {
    const ids = { jobId: found.job_id, categoryId: found.id, itemId: id }
    return { details: href('itemDetails', ids), edit: href('itemEdit', ids) }
  }
  const at = found.items.findIndex((i) => i.id === marked)
  const rowMarked = found.items[at]
  const [page, setPage] = useState(Math.max(0, Math.floor(at / PAGE)))
  const [editing, setEditing] = useState(
    changeable && !(rowMarked && placesOf(rowMarked).edit) ? marked : '',
  )
  const [removing, setRemoving] = useState<Item>()
  const pages = Math.max(1, Math.ceil(found.items.length / PAGE))
  const shown = Math.min(page, pages - 1)
  const rows = found.items.slice(shown * PAGE, (shown + 1) * PAGE)
  const heads: readonly Head[] = [
    ...CELLS.map((cell) => ({
      key: cell,
      label: t(`items.${cell}`),
      numeric: cell === 'quantity',
      className: cx('px-2 first:pl-4', WIDTHS[cell]),
    })),
    { key: 'actions', label: t('items.actions'), quiet: true, className: 'w-36' },
  ]
  return (
    <div className="rounded-lg border border-line bg-surface shadow-xs">
      <TableFrame caption={t('tabs.items')} heads={heads} className="rounded-t-lg">
        {rows.map((item) =>
          item.id === editing ? (
            <ItemEditor key={item.id} found={found} item={item} onDone={() => setEditing('')} />
          ) : (
            <Row
              key={item.id}
              item={item}
              changeable={changeable}
              marked={item.id === marked}
              to={placesOf(item)}
              onEdit={() => setEditing(item.id)}
              onRemove={() => setRemoving(item)}
            />
          ),
        )}
        {changeable ? (
          <ItemEditor found={found} onDone={() => undefined} onSheet={onSheet} />
        ) : null}
      </TableFrame>
      {pages > 1 ? (
        <TableFooter
          total={found.items.length}
          onPrevious={shown ? () => setPage(shown - 1) : undefined}
          onNext={shown < pages - 1 ? () => setPage(shown + 1) : undefined}
        />
      ) : null}
      <AskDialog
        open={!!removing}
        onClose={() => setRemoving(undefined)}
        danger
        title={t('items.removeTitle', { number: removing?.number ?? '' })}
        description={removing?.description}
        action={t('items.remove')}
        send={async () => {
          if (removing) await deleteItem(found.id, removing.id)
          await cache.invalidateQueries({ queryKey: keys.category(found.id) })
          setRemoving(undefined)
        }}
      />
    </div>
  )
}
