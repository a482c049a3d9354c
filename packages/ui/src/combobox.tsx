import { Combobox } from '@base-ui/react/combobox'
import { useTranslation } from '@zabuni/i18n'
import { CheckIcon, ChevronsUpDownIcon, XIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.tsx'
import { controlClass, Field, type FieldProps } from './field.tsx'
import { type Search, useSearch } from './use-search.tsx'

/** One thing that can be chosen. */
export type Choice = { id: string; name: string }

type Common = Omit<FieldProps, 'children'> & {
  name?: string
  onBlur?: () => void
  /** Finds the choices for what is typed. */
  search: Search<Choice>
  placeholder?: string
}

const sameChoice = (a: Choice, b: Choice) => a.id === b.id
const nameOf = (choice: Choice) => choice.name

const Popup = ({
  found,
  label,
}: {
  found: ReturnType<typeof useSearch<Choice>>
  label: ReactNode
}) => {
  const { t } = useTranslation(['common', 'console'])
  const { state, items } = found
  const says =
    state === 'failed'
      ? t('console:combobox.failed')
      : state === 'waiting' && !items.length
        ? t('console:table.loading')
        : items.length
          ? ''
          : t('console:palette.none')
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} collisionPadding={8} className="z-50">
        <Combobox.Popup className="max-h-[min(16rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-lg bg-raised p-1 text-ink shadow-pop outline-none">
          <Combobox.Status className="empty:hidden">
            {says ? (
              <span className="flex flex-wrap items-center justify-between gap-2 px-2 py-2 text-sm text-ink-2">
                {says}
                {state === 'failed' ? (
                  // The field keeps the focus, so that its blur does not close the list before the click.
                  <Button size="sm" onMouseDown={(e) => e.preventDefault()} onClick={found.again}>
                    {t('actions.retry')}
                  </Button>
                ) : null}
              </span>
            ) : null}
          </Combobox.Status>
          <Combobox.List
            aria-label={typeof label === 'string' ? label : undefined}
            className={cx(state === 'waiting' && 'opacity-60')}
          >
            {(choice: Choice) => (
              <Combobox.Item
                key={choice.id}
                value={choice}
                className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none data-highlighted:bg-sunken max-sm:min-h-11"
              >
                <span className="min-w-0 flex-1 break-words">{choice.name}</span>
                <Combobox.ItemIndicator>
                  <CheckIcon aria-hidden="true" size={14} className="text-brand" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

const arrow = (
  <ChevronsUpDownIcon
    aria-hidden="true"
    size={14}
    className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
  />
)

/** A long list that is searched by typing, of which one is chosen. */
export const ComboboxField = ({
  name,
  value,
  onChange,
  onBlur,
  search,
  placeholder,
  ...field
}: Common & { value: Choice | null; onChange: (value: Choice | null) => void }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  // A list that opens over a choice shows everything, not only what is named like the choice.
  const found = useSearch(open ? (text === value?.name ? '' : text) : null, search)
  return (
    <Field {...field}>
      {(control) => (
        <Combobox.Root
          items={found.items}
          filter={null}
          autoHighlight
          value={value}
          onValueChange={onChange}
          onInputValueChange={setText}
          onOpenChange={setOpen}
          itemToStringLabel={nameOf}
          isItemEqualToValue={sameChoice}
        >
          <div className="relative">
            <Combobox.Input
              {...control}
              name={name}
              spellCheck={false}
              placeholder={placeholder}
              onBlur={onBlur}
              className={cx(controlClass, 'h-9 pr-16 max-sm:h-11')}
            />
            {value ? (
              <Combobox.Clear
                aria-label={t('actions.clear')}
                className="absolute top-1/2 right-8 grid size-7 -translate-y-1/2 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink"
              >
                <XIcon aria-hidden="true" size={14} />
              </Combobox.Clear>
            ) : null}
            {arrow}
          </div>
          <Popup found={found} label={field.label} />
        </Combobox.Root>
      )}
    </Field>
  )
}

/** A long list that is searched by typing, of which several are chosen; each can be taken off. */
export const MultiComboboxField = ({
  name,
  value,
  onChange,
  onBlur,
  search,
  placeholder,
  chip = nameOf,
  ...field
}: Common & {
  value: readonly Choice[]
  onChange: (value: Choice[]) => void
  /** What a chosen one is called in the field, where that is shorter. */
  chip?: (choice: Choice) => ReactNode
}) => {
  const { t } = useTranslation(['common', 'console'])
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const found = useSearch(open ? text : null, search)
  return (
    <Field {...field}>
      {(control) => (
        <Combobox.Root
          multiple
          items={found.items}
          filter={null}
          autoHighlight
          value={value}
          onValueChange={onChange}
          onInputValueChange={setText}
          onOpenChange={setOpen}
          itemToStringLabel={nameOf}
          isItemEqualToValue={sameChoice}
        >
          <Combobox.Chips
            className={cx(
              controlClass,
              'relative flex min-h-9 flex-wrap items-center gap-1 px-1.5 py-1 pr-9 focus-within:border-brand focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-brand max-sm:min-h-11',
            )}
          >
            {value.map((choice) => (
              <Combobox.Chip
                key={choice.id}
                className="flex max-w-full items-center gap-1 rounded-sm bg-sunken py-0.5 pr-0.5 pl-2 text-sm outline-none data-highlighted:ring-1 data-highlighted:ring-brand"
              >
                <span className="truncate">{chip(choice)}</span>
                <Combobox.ChipRemove
                  aria-label={t('console:combobox.takeOff', { name: choice.name })}
                  className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-line hover:text-ink"
                >
                  <XIcon aria-hidden="true" size={13} />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              {...control}
              name={name}
              spellCheck={false}
              placeholder={value.length ? '' : placeholder}
              onBlur={onBlur}
              className="h-7 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-ink-3"
            />
            {arrow}
          </Combobox.Chips>
          <Popup found={found} label={field.label} />
        </Combobox.Root>
      )}
    </Field>
  )
}
