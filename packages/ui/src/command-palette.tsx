import { Dialog } from '@base-ui/react/dialog'
import { useTranslation } from '@zabuni/i18n'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from './button.tsx'
import { cx } from './cx.tsx'
import { type Search, useSearch } from './use-search.tsx'

/** A place to go to by typing; its note says which one it is. */
export type Command = { to: string; label: string; note?: string; group: string }

/** From how many signs on records are looked for. */
const ENOUGH = 2

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The commands that hold every typed word, those that begin with them first. */
const searchCommands = (commands: readonly Command[], query: string): Command[] => {
  const words = plain(query).split(/\s+/).filter(Boolean)
  const rank = (c: Command) => (plain(c.label).startsWith(words[0] ?? '') ? 0 : 1)
  return commands
    .filter((c) => words.every((w) => plain(`${c.label} ${c.group}`).includes(w)))
    .sort((a, b) => rank(a) - rank(b))
}

/** Ctrl+K: every screen of the navigation, found by typing, and below them the records that a search finds. */
export const CommandPalette = ({
  commands,
  search,
  onClose,
}: {
  commands: readonly Command[]
  search: Search<Command>
  onClose: () => void
}) => {
  const { t } = useTranslation(['common', 'console'])
  const navigate = useNavigate()
  const list = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const words = query.trim()
  const asked = words.length < ENOUGH ? null : words
  const records = useSearch(asked, search)
  const found = useMemo(
    () => [...searchCommands(commands, query), ...(asked === null ? [] : records.items)],
    [commands, query, asked, records.items],
  )
  const says =
    asked === null || records.state === 'there'
      ? found.length
        ? ''
        : t('console:palette.none')
      : records.state === 'failed'
        ? t('console:palette.failed')
        : t('console:palette.searching')
  const active = Math.min(at, found.length - 1)
  const open = (command: Command | undefined) => {
    if (!command) return
    onClose()
    void navigate(command.to)
  }
  const onKey = (e: KeyboardEvent) => {
    const step = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    if (step && found.length) {
      e.preventDefault()
      setAt((active + step + found.length) % found.length)
    }
    if (e.key === 'Enter') open(found[active])
  }
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed top-[12dvh] left-1/2 z-50 w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-xl bg-raised shadow-pop outline-none">
          <Dialog.Title className="sr-only">{t('console:palette.title')}</Dialog.Title>
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={found.length ? `${list}-${active}` : undefined}
            aria-label={t('console:palette.placeholder')}
            placeholder={t('console:palette.placeholder')}
            value={query}
            onChange={(e) => {
              setQuery(e.target.value)
              setAt(0)
            }}
            onKeyDown={onKey}
            className="h-12 w-full border-b border-line bg-transparent px-4 text-lg outline-none placeholder:text-ink-3"
          />
          <div
            id={list}
            role="listbox"
            aria-label={t('console:palette.title')}
            className="max-h-80 overflow-y-auto p-1.5"
          >
            {found.map((command, i) => (
              <button
                key={`${command.group} ${command.to}`}
                type="button"
                id={`${list}-${i}`}
                role="option"
                aria-selected={i === active}
                tabIndex={-1}
                onMouseMove={() => setAt(i)}
                onClick={() => open(command)}
                className={cx(
                  'flex min-h-10 w-full items-center justify-between gap-3 rounded-md px-2.5 py-1 text-left max-sm:min-h-11',
                  i === active && 'bg-sunken',
                )}
              >
                <span className="grid min-w-0">
                  <span className="truncate">{command.label}</span>
                  {command.note ? (
                    <span className="truncate text-xs text-ink-2">{command.note}</span>
                  ) : null}
                </span>
                <span className="shrink-0 text-xs text-ink-3">{command.group}</span>
              </button>
            ))}
          </div>
          <div role="status" className="flex items-center gap-3 px-4 text-sm text-ink-2">
            {says ? <p className="py-2.5">{says}</p> : null}
            {asked !== null && records.state === 'failed' ? (
              <Button size="sm" onClick={records.again}>
                {t('actions.retry')}
              </Button>
            ) : null}
          </div>
          <p className="border-t border-line px-4 py-2 text-xs text-ink-3 max-sm:hidden">
            {t('console:palette.hint')}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
