import { Popover } from '@base-ui/react/popover'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, isDay } from '@zabuni/i18n/format'
import { ChevronDownIcon, SearchIcon, XIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.tsx'
import { DateTimeField } from './date-time.tsx'
import { controlClass } from './field.tsx'
import { Checkbox } from './inputs.tsx'
import { below } from './popover.tsx'
import { useFollowed } from './use-followed.tsx'

const PAUSE_MS = 250
/** From so many choices on they are searched. */
const MANY = 12
/** So many values of a filter are named, more are counted. */
const NAMED = 2

/** Searches while one types, after a short pause. */
export const SearchInput = ({
  value,
  onChange,
  label,
}: {
  value: string
  onChange: (value: string) => void
  label?: string
}) => {
  const { t } = useTranslation()
  const { own: text, setOwn: setText, told } = useFollowed(value)
  const tell = () => {
    if (text === value) return
    told(text)
    onChange(text)
  }
  const last = useRef(tell)
  last.current = tell
  // A list that is drawn again while one types does not begin the pause anew.
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => last.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <div className="relative w-full sm:w-64">
      <SearchIcon
        aria-hidden="true"
        size={15}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        maxLength={100} // as much as the server takes
        aria-label={label ?? t('actions.search')}
        placeholder={label ?? t('actions.search')}
        value={text}
        onChange={(e) => setText(e.target.value)}
        // Who types and at once follows a link is not called back to the list by the pause running out.
        onBlur={tell}
        className={`${controlClass} h-9 pl-9 max-sm:h-11`}
      />
    </div>
  )
}

/** One of the values that a filter takes. */
type Option = { value: string; label: string }

type Named = { key: string; label: string }
/** One filter a person may set: one value, several, or days from and to. */
export type Filter = Named &
  (
    | { kind?: 'one'; options: readonly Option[] }
    | { kind: 'many'; options: readonly Option[] }
    | { kind: 'days' }
  )

/** A filter with what it is set to. */
export type SetFilter = Filter & { values: readonly string[] }

/** What a change makes of the address: parameters with their values, none takes one off. */
export type Changes = Record<string, string | readonly string[]>

/** The parameters of the address in which a filter stands. */
export const paramsOf = ({ kind, key }: Filter) =>
  kind === 'days' ? [`${key}_from`, `${key}_to`] : [key]

const off = (filter: Filter): Changes =>
  Object.fromEntries(paramsOf(filter).map((param) => [param, '']))

/** Whether a filter narrows anything. */
export const isSet = (filter: SetFilter) => filter.values.some(Boolean)

const chip =
  'inline-flex h-8 max-w-full items-center rounded-full border text-sm focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-brand max-sm:h-11'

const Chip = ({
  filter,
  onClear,
  children,
}: {
  filter: SetFilter
  onClear: () => void
  children: ReactNode
}) => {
  const { t } = useTranslation('console')
  const set = isSet(filter)
  return (
    <span
      className={cx(chip, set ? 'border-brand bg-brand-soft' : 'border-line-strong bg-surface')}
    >
      {children}
      {set ? (
        <button
          type="button"
          aria-label={t('filter.remove', { name: filter.label })}
          onClick={onClear}
          className="mr-1 grid size-6 shrink-0 place-items-center rounded-full hover:bg-brand-line max-sm:-mr-px max-sm:size-11"
        >
          <XIcon aria-hidden="true" size={13} />
        </button>
      ) : null}
    </span>
  )
}

/** A sheet under its chip; what the chip says names it. */
const Sheet = ({ says, children }: { says: string; children: ReactNode }) => {
  const title = useId()
  return (
    <Popover.Root>
      <Popover.Trigger
        title={says}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-full px-3 font-medium outline-none"
      >
        <span id={title} className="truncate">
          {says}
        </span>
        <ChevronDownIcon aria-hidden="true" size={13} className="shrink-0 text-ink-3" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner {...below} align="start">
          <Popover.Popup
            aria-labelledby={title}
            className="max-h-(--available-height) w-max max-w-[min(22rem,calc(100vw-1rem))] overflow-y-auto rounded-lg bg-raised p-3 text-ink shadow-pop outline-none"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

type Of<K> = Extract<SetFilter, { kind: K }>

const One = ({
  filter,
  onChange,
}: {
  filter: Exclude<SetFilter, { kind: 'many' | 'days' }>
  onChange: (value: string) => void
}) => (
  <select
    aria-label={filter.label}
    value={filter.values[0] ?? ''}
    onChange={(e) => onChange(e.target.value)}
    className="field-sizing-content h-full max-w-60 rounded-full bg-transparent pr-1 pl-3 font-medium outline-none"
  >
    <option value="" className="bg-raised text-ink">
      {filter.label}
    </option>
    {filter.options.map((option) => (
      <option key={option.value} value={option.value} className="bg-raised text-ink">
        {option.label}
      </option>
    ))}
  </select>
)

const Several = ({
  filter: { label, options, values },
  onChange,
}: {
  filter: Of<'many'>
  onChange: (values: readonly string[]) => void
}) => {
  const { t } = useTranslation('console')
  const [sought, setSought] = useState('')
  const named = options.filter((o) => values.includes(o.value)).map((o) => o.label)
  const says =
    values.length > NAMED || named.length < values.length
      ? t('filter.counted', { name: label, number: values.length })
      : values.length
        ? t('filter.chosen', { name: label, values: named.join(', ') })
        : label
  const shown = options.filter((o) => o.label.toLowerCase().includes(sought.trim().toLowerCase()))
  // A box answers at once and the address follows: two quick clicks are two values.
  const { own: ticked, setOwn: setTicked, told } = useFollowed(values, inOne)
  const toggle = (value: string, on: boolean) => {
    // In the order of the choices, so that one choice has one address.
    const next = options
      .map((o) => o.value)
      .filter((one) => (one === value ? on : ticked.includes(one)))
    setTicked(next)
    told(next)
    onChange(next)
  }
  return (
    <Sheet says={says}>
      {options.length > MANY ? (
        <input
          type="search"
          aria-label={t('filter.find')}
          placeholder={t('filter.find')}
          value={sought}
          onChange={(e) => setSought(e.target.value)}
          className={cx(controlClass, 'mb-2 h-9 max-sm:h-11')}
        />
      ) : null}
      <fieldset className="grid gap-1.5 max-sm:gap-0">
        <legend className="sr-only">{label}</legend>
        {shown.map((o) => (
          <Checkbox
            key={o.value}
            label={o.label}
            checked={ticked.includes(o.value)}
            onChange={(e) => toggle(o.value, e.target.checked)}
          />
        ))}
        {shown.length ? null : <p className="text-sm text-ink-2">{t('palette.none')}</p>}
      </fieldset>
    </Sheet>
  )
}

const Days = ({
  filter,
  onChange,
}: {
  filter: Of<'days'>
  onChange: (changes: Changes) => void
}) => {
  const { t } = useTranslation('console')
  const [from = '', to = ''] = filter.values
  // The address may change under an open sheet: back, another view, all filters off.
  const { own: typed, setOwn: setTyped, told } = useFollowed({ from, to }, fromTo)
  const name = filter.label
  const dates = { name, from: from && formatDate(from), to: to && formatDate(to) }
  const says =
    from && to
      ? t('filter.between', dates)
      : from
        ? t('filter.since', dates)
        : to
          ? t('filter.until', dates)
          : name
  const type = (more: Partial<typeof typed>) => {
    const next = { ...typed, ...more }
    setTyped(next)
    // What is no day yet, or no period, narrows nothing: it is told at its field.
    if (![next.from, next.to].every((day) => !day || isDay(day)) || turned(next)) return
    told(next)
    onChange({ [`${filter.key}_from`]: next.from, [`${filter.key}_to`]: next.to })
  }
  return (
    <Sheet says={says}>
      <div className="grid w-56 gap-3">
        <DateTimeField
          dateOnly
          quiet
          label={t('filter.from')}
          value={typed.from}
          onChange={(day) => type({ from: day })}
        />
        <DateTimeField
          dateOnly
          quiet
          label={t('filter.to')}
          value={typed.to}
          onChange={(day) => type({ to: day })}
          error={turned(typed) ? t('filter.turned') : undefined}
        />
      </div>
    </Sheet>
  )
}

const inOne = (values: readonly string[]) => values.join('\n')
const fromTo = ({ from, to }: { from: string; to: string }) => `${from}/${to}`
const turned = ({ from, to }: { from: string; to: string }) => isDay(from) && isDay(to) && to < from

/** Filters as chips; a set one can be taken off with one click, and all with another. */
export const FilterChips = ({
  filters,
  onChange,
}: {
  filters: readonly SetFilter[]
  onChange: (changes: Changes) => void
}) => {
  const { t } = useTranslation()
  const set = filters.filter(isSet)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {filters.map((filter) => (
        <Chip key={filter.key} filter={filter} onClear={() => onChange(off(filter))}>
          {filter.kind === 'many' ? (
            <Several filter={filter} onChange={(values) => onChange({ [filter.key]: values })} />
          ) : filter.kind === 'days' ? (
            <Days filter={filter} onChange={onChange} />
          ) : (
            <One filter={filter} onChange={(value) => onChange({ [filter.key]: value })} />
          )}
        </Chip>
      ))}
      {set.length > 1 ? (
        <Button size="sm" look="ghost" onClick={() => onChange(Object.assign({}, ...set.map(off)))}>
          {t('actions.clearFilters')}
        </Button>
      ) : null}
    </div>
  )
}
