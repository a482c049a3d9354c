import { useTranslation } from '@zabuni/i18n'
import {
  isWire,
  PRICE_DIGITS,
  QUANTITY_DIGITS,
  readNumber,
  short,
  wholeDigits,
} from '@zabuni/i18n/decimal'
import { formatDecimal } from '@zabuni/i18n/format'
import { type ReactNode, useState } from 'react'
import { cx } from './cx.tsx'
import { controlClass, Field, type FieldProps } from './field.tsx'

type Reading = {
  /** Digits that it may have behind its point. */
  digits?: number
  /** Whether it may lie below zero. */
  signed?: boolean
  /** Digits behind the point that a number at rest shows at least. */
  least?: number
}

/**
 * A number while it is typed. What is typed stays as it is until the person goes on; at rest the number stands there
 * as the language writes it. `value` is the wire form, or what could not be read.
 */
export const useTypedNumber = (
  value: string,
  { digits = PRICE_DIGITS, signed = false, least = 0 }: Reading = {},
) => {
  const { t, i18n } = useTranslation('console')
  const { language } = i18n
  // What stands in the field as it was typed, and whether the person has gone on since.
  const [typed, setTyped] = useState<{ text: string; left: boolean }>()
  const reading = (text: string) =>
    text.trim() ? readNumber(text, language, { digits, signed }) : { wire: '' }
  const read = (text: string): string | null => {
    const got = reading(text)
    return 'wire' in got ? got.wire : null
  }
  // The server's idle zeros are nothing that a person would type.
  const print = (wire: string, places: number) => {
    const plain = short(wire)
    return formatDecimal(plain, language, Math.max(places, plain.split('.')[1]?.length ?? 0))
  }
  const shown = typed?.text ?? (isWire(value, digits) ? print(value, least) : value)
  const at = reading(shown)
  const bad = 'misfit' in at
  const says = {
    none: () => t('form.notNumber', { example: print(digits ? '1234.56' : '1234', 0) }),
    precise: () => (digits ? t('form.tooPrecise', { digits }) : t('form.notWhole')),
    large: () => t('form.tooLarge', { digits: wholeDigits(digits) }),
    negative: () => t('form.negative'),
  }
  return {
    shown,
    /** Takes what is in the field now: its wire form, or null where it cannot be read. */
    type: (text: string): string | null => {
      setTyped({ text, left: false })
      return read(text)
    },
    /** The person goes on; what could not be read and is kept nowhere else stays. */
    rest: () => setTyped(bad && value !== shown ? { text: shown, left: true } : undefined),
    /** Why it cannot be read; nobody is told while typing. */
    fault: bad && typed?.left !== false ? says[at.misfit]() : undefined,
  }
}

type NumberProps = Omit<FieldProps, 'children'> &
  Reading & {
    name?: string
    /** The wire form; what cannot be read is told as it was typed, for the form or the server to refuse. */
    value: string
    onChange: (value: string) => void
    onBlur?: () => void
    disabled?: boolean
    placeholder?: string
    /** What stands in the field's beginning or end: a currency, a per cent sign. */
    before?: ReactNode
    after?: ReactNode
    className?: string
  }

const mark =
  'pointer-events-none absolute inset-y-0 flex items-center text-sm text-ink-3 first:left-3 last:right-3'

/** A number as people type it ("1,250.50", "1 250,50"), told as its wire form. */
export const NumberField = ({
  name,
  value,
  onChange,
  onBlur,
  disabled,
  placeholder,
  before,
  after,
  className,
  digits = QUANTITY_DIGITS,
  signed = false,
  least = 0,
  ...field
}: NumberProps) => {
  const number = useTypedNumber(value, { digits, signed, least })
  return (
    <Field {...field} error={field.error ?? number.fault}>
      {(control) => (
        <div className={cx('relative', className)}>
          {before ? <span className={mark}>{before}</span> : null}
          <input
            {...control}
            name={name}
            disabled={disabled}
            placeholder={placeholder}
            inputMode="decimal"
            autoComplete="off"
            value={number.shown}
            onChange={(e) => onChange(number.type(e.target.value) ?? e.target.value)}
            onBlur={() => {
              number.rest()
              onBlur?.()
            }}
            className={cx(
              controlClass,
              'tabular h-9 text-right max-sm:h-11',
              !!before && 'pl-14',
              !!after && 'pr-9',
            )}
          />
          {after ? <span className={mark}>{after}</span> : null}
        </div>
      )}
    </Field>
  )
}

/** An amount with its currency in front; a binary number is never made of it. */
export const MoneyField = ({
  currency,
  ...field
}: Omit<NumberProps, 'before' | 'after' | keyof Reading> & { currency: string }) => (
  <NumberField {...field} before={currency} digits={PRICE_DIGITS} least={2} />
)

/** A share of a hundred. */
export const PercentField = (field: Omit<NumberProps, 'before' | 'after' | keyof Reading>) => (
  <NumberField {...field} after="%" digits={PRICE_DIGITS} />
)
