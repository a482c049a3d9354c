import { useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { ApiError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { QUANTITY_DIGITS, short } from '@zabuni/i18n/decimal'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { controlClass } from '@zabuni/ui/field'
import { useTypedNumber } from '@zabuni/ui/number-field'
import { toast } from '@zabuni/ui/toast'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createItem, updateItem } from '../queries.ts'
import { type ItemValues, isSheet, nextNumber } from './lines.ts'

/** The cells of a line, in their order. */
export const CELLS = ['number', 'code', 'description', 'unit', 'quantity'] as const
type Cell = (typeof CELLS)[number]

const PHONE_SPAN: Record<Cell, string> = {
  number: 'max-sm:col-span-2',
  code: 'max-sm:col-span-4',
  description: 'max-sm:col-span-6',
  unit: 'max-sm:col-span-3',
  quantity: 'max-sm:col-span-3',
}

type Props = {
  found: Schemas['CategoryDetails']
  /** The line that is changed; none for a new one. */
  item?: Schemas['Item']
  onDone: () => void
  onSheet?: (text: string) => void
}

const start = (found: Props['found'], item: Props['item']): ItemValues =>
  item
    ? { ...item, quantity: short(item.quantity) }
    : { number: nextNumber(found.items), code: '', description: '', unit: '', quantity: '' }

const useSave = ({ found, item }: Props) => {
  const cache = useQueryClient()
  return async (values: ItemValues) => {
    const _path = { category_id: found.id }
    const { number, code, description, unit } = values
    const quantity = values.quantity || '0'
    const body = { number, code, description, unit, quantity }
    if (item) await updateItem(found.id, item.id, { ...body, classification: item.classification })
    else await createItem(found.id, body)
    await cache.invalidateQueries({ queryKey: keys.category(found.id) })
  }
}

/** A line of the grid as inputs: Enter saves it, Esc leaves it as it was. */
export const ItemEditor = (props: Props) => {
  const { found, item, onDone, onSheet } = props
  const { t, i18n } = useTranslation(['sourcing', 'common', 'errors'])
  const id = useId()
  const row = useRef<HTMLTableRowElement>(null)
  const [typed, setTyped] = useState<Partial<ItemValues>>({})
  const [faults, setFaults] = useState<Partial<Record<Cell, string>>>({})
  const [busy, setBusy] = useState(false)
  const save = useSave(props)
  // What was not touched follows the list: a new line's number moves on by itself.
  const values = { ...start(found, item), ...typed }
  const focus = (cell: Cell) =>
    row.current?.querySelector<HTMLInputElement>(`[data-cell=${cell}]`)?.focus()
  // A changed line begins where most changes are.
  useEffect(() => {
    if (item) row.current?.querySelector<HTMLInputElement>('[data-cell=description]')?.focus()
  }, [item])
  const amount = useTypedNumber(values.quantity, { digits: QUANTITY_DIGITS })
  const set = (cell: Cell, text: string) => {
    setTyped({ ...typed, [cell]: cell === 'quantity' ? (amount.type(text) ?? text) : text })
    setFaults({ ...faults, [cell]: undefined })
  }
  const refuse = (found: Partial<Record<Cell, string>>) => {
    setFaults(found)
    const first = CELLS.find((cell) => found[cell])
    if (first) focus(first)
  }
  const shown = amount.fault ? { ...faults, quantity: amount.fault } : faults
  const submit = async () => {
    if (busy) return
    const missing = (['number', 'description', 'unit'] as const).filter((c) => !values[c].trim())
    if (missing.length)
      return refuse(Object.fromEntries(missing.map((c) => [c, t('errors:field.required')])))
    setBusy(true)
    try {
      await save(values)
      setTyped(item ? typed : { unit: values.unit })
      setFaults({})
      if (item) onDone()
      else focus('description')
    } catch (error) {
      const all = error instanceof ApiError ? (error.problem?.errors ?? []) : []
      const known = all.flatMap((fault) => {
        const cell = CELLS.find((c) => fault.pointer.endsWith(`/${c}`))
        return cell ? [[cell, faultText(fault, i18n)]] : []
      })
      if (known.length) refuse(Object.fromEntries(known))
      else toast('bad', problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  const onKey = (e: KeyboardEvent) => {
    if (e.key === 'Enter') {
      e.preventDefault()
      void submit()
    }
    if (e.key === 'Escape') {
      setTyped({})
      setFaults({})
      onDone()
    }
  }
  const onPaste = (e: ClipboardEvent) => {
    const text = e.clipboardData.getData('text/plain')
    if (!onSheet || !isSheet(text.trim())) return
    e.preventDefault()
    onSheet(text)
  }
  return (
    <tr
      ref={row}
      className="border-b border-line bg-brand-soft/40 align-top max-sm:grid max-sm:grid-cols-6 max-sm:gap-2 max-sm:px-4 max-sm:py-3"
    >
      {CELLS.map((cell) => (
        <td
          key={cell}
          className={cx('p-1.5 first:pl-3 max-sm:p-0 max-sm:first:pl-0', PHONE_SPAN[cell])}
        >
          <input
            aria-label={t(`items.${cell}`)}
            aria-invalid={shown[cell] ? true : undefined}
            aria-describedby={shown[cell] ? `${id}-${cell}` : undefined}
            data-cell={cell}
            placeholder={t(`items.${cell}`)}
            inputMode={cell === 'quantity' ? 'decimal' : undefined}
            autoComplete="off"
            value={cell === 'quantity' ? amount.shown : values[cell]}
            onChange={(e) => set(cell, e.target.value)}
            onBlur={cell === 'quantity' ? amount.rest : undefined}
            onKeyDown={onKey}
            onPaste={cell === 'description' ? onPaste : undefined}
            className={cx(
              controlClass,
              'h-8 px-2 text-sm max-sm:h-11',
              cell === 'quantity' && 'tabular text-right',
            )}
          />
          {shown[cell] ? (
            <p id={`${id}-${cell}`} className="mt-1 text-xs text-bad">
              {shown[cell]}
            </p>
          ) : null}
        </td>
      ))}
      <td className="p-1.5 pr-3 text-right whitespace-nowrap max-sm:col-span-6 max-sm:p-0">
        {item ? (
          <Button size="sm" look="ghost" onClick={onDone}>
            {t('common:actions.cancel')}
          </Button>
        ) : null}
        <Button size="sm" look={item ? 'primary' : 'secondary'} busy={busy} onClick={submit}>
          {item ? t('common:actions.save') : t('items.add')}
        </Button>
      </td>
    </tr>
  )
}
