import { useTranslation } from '@zabuni/i18n'
import { ChevronsUpDownIcon, XIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.tsx'
import { controlClass, Field, type FieldProps } from './field.tsx'

/** One thing that can be chosen. */
export type Choice = { id: string; name: string }
type Props = Omit<FieldProps, 'children'> & {
  name?: string
  value: Choice | null
  onChange: (value: Choice | null) => void
  /** Finds the choices for what is typed; rejected searches show no choices. */
  search: (query: string, signal: AbortSignal) => Promise<readonly Choice[]>
  placeholder?: string
}

const PAUSE_MS = 200

const useSearch = (query: string | null, search: Props['search']) => {
  const [found, setFound] = useState<readonly Choice[] | null>(null)
  const ask = useRef(search)
  ask.current = search
  useEffect(() => {
    if (query === null) return setFound(null)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      ask
        .current(query, stop.signal)
        .then(setFound)
        .catch(() => stop.signal.aborted || setFound([]))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query])
  return found
}

/** A long list that is searched by typing; arrow keys, Enter and Esc work as people expect. */
export const ComboboxField = ({ name, value, onChange, search, placeholder, ...field }: Props) => {
  const { t } = useTranslation(['common', 'console'])
  const list = useId()
  // null: closed, the chosen name is shown; a text: open, searching.
  const [query, setQuery] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const found = useSearch(query, search)
  const open = query !== null
  const active = Math.min(at, (found?.length ?? 0) - 1)
  const pick = (choice: Choice | null) => {
    onChange(choice)
    setQuery(null)
  }
  const onKey = (e: KeyboardEvent) => {
    const step = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    if (step) {
      e.preventDefault()
      if (!open) setQuery('')
      else if (found?.length) setAt((active + step + found.length) % found.length)
    }
    if (e.key === 'Enter' && open) {
      e.preventDefault()
      const choice = found?.[active]
      if (choice) pick(choice)
    }
    if (e.key === 'Escape' && open) {
      e.stopPropagation()
      setQuery(null)
    }
  }
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            name={name}
            role="combobox"
            aria-expanded={open}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={open && found?.length ? `${list}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={query ?? value?.name ?? ''}
            onClick={() => setQuery((now) => now ?? '')}
            onChange={(e) => {
              setQuery(e.target.value)
              setAt(0)
            }}
            onKeyDown={onKey}
            onBlur={() => setQuery(null)}
            className={cx(controlClass, 'h-9 pr-16 max-sm:h-11')}
          />
          {value ? (
            <button
              type="button"
              aria-label={t('actions.clear')}
              onClick={() => pick(null)}
              className="absolute top-1/2 right-8 grid size-7 -translate-y-1/2 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink"
            >
              <XIcon aria-hidden="true" size={14} />
            </button>
          ) : null}
          <ChevronsUpDownIcon
            aria-hidden="true"
            size={14}
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
          />
          <div
            id={list}
            role="listbox"
            aria-label={typeof field.label === 'string' ? field.label : undefined}
            hidden={!open}
            className="absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto rounded-lg bg-raised p-1 shadow-pop"
          >
            {(found ?? []).map((choice, i) => (
              <div
                key={choice.id}
                id={`${list}-${i}`}
                role="option"
                aria-selected={i === active}
                tabIndex={-1}
                // The field keeps the focus, so that its blur does not close the list before the click.
                onMouseDown={(e) => e.preventDefault()}
                onMouseMove={() => setAt(i)}
                onClick={() => pick(choice)}
                onKeyDown={onKey}
                className={cx(
                  'flex min-h-9 cursor-pointer items-center rounded-md px-2 py-1.5 text-sm max-sm:min-h-11',
                  i === active && 'bg-sunken',
                )}
              >
                {choice.name}
              </div>
            ))}
            {found?.length ? null : (
              <p className="px-2 py-2 text-sm text-ink-2">
                {found ? t('console:palette.none') : t('console:table.loading')}
              </p>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}
