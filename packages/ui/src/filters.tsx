import { useTranslation } from '@zabuni/i18n'
import { SearchIcon, XIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { controlClass } from './field.tsx'

const PAUSE_MS = 250

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
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <div className="relative w-full sm:w-64">
      <SearchIcon
        aria-hidden="true"
        size={15}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        aria-label={label ?? t('actions.search')}
        placeholder={label ?? t('actions.search')}
        value={text}
        onChange={(e) => setText(e.target.value)}
        // Who types and at once follows a link is not called back to the list by the pause running out.
        onBlur={() => {
          if (text !== value) onChange(text)
        }}
        className={`${controlClass} h-9 pl-9 max-sm:h-11`}
      />
    </div>
  )
}

/** One filter a person may set. */
export type Filter = {
  key: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
}

/** Filters as small lists; a set one can be taken off with one click. */
export const FilterChips = ({
  filters,
  onChange,
}: {
  filters: readonly Filter[]
  onChange: (key: string, value: string) => void
}) => {
  const { t } = useTranslation(['common', 'console'])
  const set = filters.filter((f) => f.value)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {filters.map((filter) => (
        <span
          key={filter.key}
          className={`inline-flex h-8 items-center rounded-full border text-sm max-sm:h-10 ${filter.value ? 'border-brand bg-brand-soft' : 'border-line-strong bg-surface'}`}
        >
          <select
            aria-label={filter.label}
            value={filter.value}
            onChange={(e) => onChange(filter.key, e.target.value)}
            className="field-sizing-content h-full max-w-60 rounded-full bg-transparent pr-1 pl-3 font-medium"
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
          {filter.value ? (
            <button
              type="button"
              aria-label={t('console:filter.remove', { name: filter.label })}
              onClick={() => onChange(filter.key, '')}
              className="mr-1 grid size-6 place-items-center rounded-full hover:bg-brand-line"
            >
              <XIcon aria-hidden="true" size={13} />
            </button>
          ) : (
            <span className="w-2" />
          )}
        </span>
      ))}
      {set.length > 1 ? (
        <Button size="sm" look="ghost" onClick={() => set.map((f) => onChange(f.key, ''))}>
          {t('actions.clearFilters')}
        </Button>
      ) : null}
    </div>
  )
}
