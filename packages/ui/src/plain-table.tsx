import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.tsx'
import { ScrollRegion } from './scroll-region.tsx'

/** A row of a table as a card on a phone. */
export const phoneRow = 'max-sm:grid max-sm:gap-y-1.5 max-sm:px-4 max-sm:py-3'
/** A cell of such a card. */
export const phoneCell = 'max-sm:px-0 max-sm:whitespace-normal'
/** A figure of such a card: a line of its own, its label to the left. */
const phoneLine =
  'max-sm:flex max-sm:h-auto max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:text-right max-sm:before:max-w-1/2 max-sm:before:shrink-0 max-sm:before:text-left max-sm:before:text-xs max-sm:before:text-ink-3 max-sm:before:content-[attr(data-label)]'

/** The head of a column. */
export type Head = {
  key: string
  label: ReactNode
  numeric?: boolean
  /** Its place, where that is not the usual one. */
  className?: string
  /** Said and not shown, over what can be done with a row. */
  quiet?: boolean
}

/**
 * The frame of a table that is here whole: its name, heads with their scope, what is wider than its
 * place scrolls, and on a phone every row is a card. Its rows are whatever the screen makes of them.
 */
export const TableFrame = ({
  caption,
  heads,
  className = '',
  sticky,
  children,
}: {
  caption: string
  heads: readonly Head[]
  className?: string
  /** The heads stay where the rows scroll under them. */
  sticky?: boolean
  children: ReactNode
}) => (
  <ScrollRegion label={caption} className={className}>
    <table className="w-full border-collapse text-sm max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className={cx('max-sm:sr-only', sticky && 'sticky top-0')}>
        <tr className="border-b border-line bg-canvas text-xs text-ink-2">
          {heads.map(({ key, label, numeric, className: place = 'px-4', quiet }) => (
            <th
              key={key}
              scope="col"
              className={cx(
                'h-9 font-medium whitespace-nowrap',
                numeric ? 'text-right' : 'text-left',
                place,
              )}
            >
              {quiet ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">{children}</tbody>
    </table>
  </ScrollRegion>
)

/** A row of such a table: what it is of first, then its figures. */
export const PlainRow = ({
  heads,
  cells,
  ...row
}: {
  heads: readonly Head[]
  cells: readonly ReactNode[]
} & Omit<ComponentProps<'tr'>, 'children'>) => (
  <tr
    {...row}
    className={cx('relative border-b border-line last:border-0', phoneRow, row.className)}
  >
    {heads.map(({ key, label, numeric }, i) => {
      const Cell = i ? 'td' : 'th'
      return (
        <Cell
          key={key}
          {...(i
            ? { 'data-label': typeof label === 'string' ? label : undefined }
            : { scope: 'row' })}
          className={cx(
            'px-4 py-2.5 text-left font-normal',
            phoneCell,
            i ? phoneLine : '',
            numeric && 'tabular text-right whitespace-nowrap',
          )}
        >
          {cells[i]}
        </Cell>
      )
    })}
  </tr>
)
