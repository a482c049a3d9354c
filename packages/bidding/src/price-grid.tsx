import type { Held } from '@zabuni/api/outbox'
import { useTranslation } from '@zabuni/i18n'
import { readTyped, short } from '@zabuni/i18n/decimal'
import { formatDecimal, formatMoney } from '@zabuni/i18n/format'
import { faultText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { controlClass } from '@zabuni/ui/field'
import { Checkbox } from '@zabuni/ui/inputs'
import { useTypedNumber } from '@zabuni/ui/number-field'
import { type Head, TableFrame } from '@zabuni/ui/plain-table'
import { type ClipboardEvent, type KeyboardEvent, memo, useRef, useState } from 'react'
import { Conflict } from './answer.tsx'
import { useQuantity } from './criteria-view.tsx'
import { type Price, priceKey, readPrice } from './draft.ts'
import { usePriceBefore } from './earlier.tsx'
import type { Line } from './queries.ts'
import { useBidWork } from './use-draft.ts'

const PAGE = 100

type RowProps = {
  line: Line
  unitPrice: string
  remarks: string
  amount: string | null
  held: Held | undefined
  /** What was offered for it last. */
  before: string | undefined
  open: boolean
  currency: string
  language: string
  onPrice: (line: Line, price: Price) => void
  onPaste: (line: Line, e: ClipboardEvent<HTMLInputElement>) => void
  onKeep: (line: Line, which: 'mine' | 'theirs') => void
}
const cell =
  'px-4 py-2 align-top max-sm:block max-sm:px-0 max-sm:py-0 max-sm:before:block max-sm:before:text-xs max-sm:before:text-ink-3 max-sm:before:content-[attr(data-label)]'

const PriceRow = memo(function PriceRow({
  line,
  unitPrice,
  remarks,
  amount,
  held,
  before,
  open,
  currency,
  language,
  onPrice,
  onPaste,
  onKeep,
}: RowProps) {
  const { t } = useTranslation('bidding')
  const quantity = useQuantity()
  const price = useTypedNumber(unitPrice, { least: 2 })
  const [remark, setRemark] = useState<string>()
  const places = Math.max(2, (unitPrice.split('.')[1] ?? '').length)
  const refused = price.fault ?? (held?.kind === 'refused' ? faultText(held) : undefined)
  const describe = (price: string) =>
    price ? `${currency} ${formatDecimal(price, language, places)}` : ''
  return (
    <>
      <tr
        id={`at-${line.item_id}`}
        className="scroll-mt-40 border-b border-line last:border-0 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-2 max-sm:px-4 max-sm:py-3"
      >
        <td className={cx(cell, 'pt-4 text-ink-3 max-sm:hidden')}>{line.number}</td>
        <td className={cx(cell, 'pt-4 max-sm:col-span-2')}>
          <span className="font-medium break-words">{line.description}</span>
          {line.addendum ? (
            <span className="block text-xs font-medium text-ink-2">
              {t('addenda.cameBy', { number: line.addendum })}
            </span>
          ) : null}
          <span className="block text-xs text-ink-3">
            <span className="sm:hidden">{line.number} · </span>
            {line.code ? `${line.code} · ` : null}
            {quantity(line.quantity)} {line.unit}
          </span>
        </td>
        <td data-label={t('items.unitPrice')} className={cx(cell, 'sm:w-40')}>
          <input
            data-price
            aria-label={`${t('items.unitPrice')} ${line.number} ${line.description}`}
            aria-invalid={!!refused || undefined}
            aria-describedby={refused ? `bad-${line.item_id}` : undefined}
            inputMode="decimal"
            autoComplete="off"
            disabled={!open}
            value={price.shown}
            onFocus={(e) => e.target.select()}
            onPaste={(e) => onPaste(line, e)}
            onChange={(e) => {
              const next = price.type(e.target.value)
              if (next !== null) onPrice(line, { unit_price: next, remarks })
            }}
            onBlur={price.rest}
            className={cx(controlClass, 'tabular h-9 text-right max-sm:h-11')}
          />
          {before ? <span className="text-xs text-ink-3">{before}</span> : null}
          {refused ? (
            <span id={`bad-${line.item_id}`} className="text-xs text-bad">
              {refused}
            </span>
          ) : null}
        </td>
        <td
          data-label={t('items.amount')}
          className={cx(cell, 'tabular pt-4 text-right whitespace-nowrap max-sm:text-left')}
        >
          {amount === null ? '–' : formatDecimal(amount, language)}
        </td>
        <td data-label={t('items.remarks')} className={cx(cell, 'max-sm:col-span-2 sm:w-44')}>
          <input
            aria-label={`${t('items.remarks')} ${line.number} ${line.description}`}
            disabled={!open}
            value={remark ?? remarks}
            onChange={(e) => {
              setRemark(e.target.value)
              onPrice(line, { unit_price: unitPrice, remarks: e.target.value })
            }}
            onBlur={() => setRemark(undefined)}
            className={cx(controlClass, 'h-9 max-sm:h-11')}
          />
        </td>
      </tr>
      {held?.kind === 'conflict' ? (
        <tr className="border-b border-line">
          <td colSpan={5} className="p-3 max-sm:block">
            <Conflict
              mine={describe(unitPrice)}
              theirs={describe(readPrice(held.theirs).unit_price)}
              onKeep={(which) => onKeep(line, which)}
            />
          </td>
        </tr>
      ) : null}
    </>
  )
})

/** Unit prices line by line; amounts and the total are exact. */
export const PriceGrid = () => {
  const { t, i18n } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const work = useBidWork()
  const { bid, open, price, amount, held, sum } = work
  const before = usePriceBefore()
  const [page, setPage] = useState(0)
  const [onlyEmpty, setOnlyEmpty] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(work)
  latest.current = work
  // A filter that dropped a line while its price is typed would pull the field away: the set is fixed when it is chosen.
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const lines = chosen ? bid.lines.filter((l) => chosen.has(l.item_id)) : bid.lines
  const pages = Math.max(1, Math.ceil(lines.length / PAGE))
  const wanted = bid.lines.findIndex((l) => location.hash === `#at-${l.item_id}`)
  const [jumped, setJumped] = useState('')
  if (wanted >= 0 && jumped !== location.hash) {
    setJumped(location.hash)
    if (chosen) {
      setChosen(undefined)
      setOnlyEmpty(false)
    }
    setPage(Math.floor(wanted / PAGE))
  }
  const [stable] = useState(() => ({
    onPrice: (line: Line, next: Price) => latest.current.setPrice(line, next),
    onKeep: (line: Line, which: 'mine' | 'theirs') =>
      void latest.current.draft.outbox.resolve(priceKey(line.item_id), which),
    onPaste: (line: Line, e: ClipboardEvent<HTMLInputElement>) => {
      // A column copied out of a sheet fills the lines below.
      const cells = e.clipboardData
        .getData('text/plain')
        .replace(/\r/g, '')
        .replace(/\n$/, '')
        .split('\n')
      if (cells.length < 2) return
      e.preventDefault()
      const { bid: now, price: priced, setPrice } = latest.current
      const from = now.lines.findIndex((l) => l.item_id === line.item_id)
      cells.forEach((text, i) => {
        const target = now.lines[from + i]
        const wire = readTyped(text.split('\t')[0] ?? '', i18n.language)
        if (target && wire !== null && !wire.startsWith('-'))
          setPrice(target, { ...priced(target), unit_price: wire })
      })
    },
  }))
  const move = (e: KeyboardEvent<HTMLDivElement>) => {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[e.key]
    const from = e.target as HTMLElement
    if (!step || from.dataset.price === undefined) return
    e.preventDefault()
    const all = [...(box.current?.querySelectorAll<HTMLInputElement>('input[data-price]') ?? [])]
    all[all.indexOf(from as HTMLInputElement) + step]?.focus()
  }
  const heads: readonly Head[] = [
    { key: 'number', label: t('items.number') },
    { key: 'description', label: t('items.description') },
    { key: 'price', label: `${t('items.unitPrice')} (${bid.currency})`, numeric: true },
    { key: 'amount', label: `${t('items.amount')} (${bid.currency})`, numeric: true },
    { key: 'remarks', label: t('items.remarks') },
  ]
  return (
    <section
      aria-labelledby="grid-title"
      className="rounded-lg border border-line bg-surface shadow-xs"
    >
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5">
        <h3 id="grid-title" className="text-base font-semibold">
          {t('items.title')}
        </h3>
        {open ? (
          <Checkbox
            label={t('items.onlyEmpty')}
            checked={onlyEmpty}
            onChange={(e) => {
              setOnlyEmpty(e.target.checked)
              setPage(0)
              setChosen(
                e.target.checked
                  ? new Set(bid.lines.filter((l) => !price(l).unit_price).map((l) => l.item_id))
                  : undefined,
              )
            }}
          />
        ) : null}
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys belong to the fields inside */}
      <div ref={box} onKeyDown={move}>
        <TableFrame caption={t('items.caption')} heads={heads}>
          {lines.slice(page * PAGE, (page + 1) * PAGE).map((line) => {
            const { unit_price, remarks } = price(line)
            return (
              <PriceRow
                key={line.item_id}
                line={line}
                unitPrice={short(unit_price)}
                remarks={remarks}
                amount={amount(line)}
                held={held(priceKey(line.item_id))}
                before={before(line.item_id)}
                open={open}
                currency={bid.currency}
                language={i18n.language}
                {...stable}
              />
            )
          })}
        </TableFrame>
        {lines.length ? null : (
          <p className="px-4 py-8 text-center text-sm text-ink-2">{t('items.allPriced')}</p>
        )}
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-b-lg border-t border-line bg-canvas px-4 py-3">
        {pages > 1 ? (
          <span className="flex items-center gap-2 text-sm text-ink-2">
            <Button size="sm" disabled={!page} onClick={() => setPage(page - 1)}>
              {common('actions.previous')}
            </Button>
            <Button size="sm" disabled={page >= pages - 1} onClick={() => setPage(page + 1)}>
              {common('actions.next')}
            </Button>
            {t('items.page', { page: page + 1, pages })}
          </span>
        ) : (
          <span className="text-xs text-ink-3 max-sm:hidden">{open ? t('items.keys') : null}</span>
        )}
        <p className="ml-auto text-sm">
          <span className="mr-3 text-ink-2">{t('items.total')}</span>
          <output className="tabular text-lg font-semibold whitespace-nowrap">
            {formatMoney(sum, bid.currency, i18n.language)}
          </output>
        </p>
      </footer>
    </section>
  )
}
