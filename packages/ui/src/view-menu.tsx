import { Menu as Base } from '@base-ui/react/menu'
import { useTranslation } from '@zabuni/i18n'
import { CheckIcon, SlidersHorizontalIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { InputField } from './field.tsx'
import { MenuItem, MenuSeparator } from './menu.tsx'
import { below, menuLine } from './popover.tsx'
import type { TableSettings } from './table-settings.tsx'

const Tick = ({
  on,
  onChange,
  children,
}: {
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}) => (
  <Base.CheckboxItem
    checked={on}
    onCheckedChange={onChange}
    closeOnClick={false}
    className={menuLine}
  >
    <span className="grid size-4 place-items-center">
      <Base.CheckboxItemIndicator>
        <CheckIcon aria-hidden="true" size={14} className="text-brand" />
      </Base.CheckboxItemIndicator>
    </span>
    {children}
  </Base.CheckboxItem>
)

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className="px-2 pt-2 pb-1 text-xs text-ink-3">{label}</Base.GroupLabel>
    {children}
  </Base.Group>
)

const NameForm = ({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) => {
  const { t } = useTranslation(['common', 'console'])
  const [name, setName] = useState('')
  const save = (e: FormEvent) => {
    e.preventDefault()
    if (name.trim()) onSave(name.trim())
  }
  return (
    <form onSubmit={save} className="grid gap-4">
      <InputField
        required
        autoFocus
        maxLength={60}
        label={t('console:view.name')}
        hint={t('console:view.nameHint')}
        value={name}
        onChange={(e) => setName(e.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('actions.save')}
        </Button>
      </div>
    </form>
  )
}

/** What a list shows and how: its columns, how dense it is, and views with search, filters and order by name. */
export const ViewMenu = ({
  columns,
  settings,
  onChange,
  query,
  onOpen,
}: {
  columns: readonly { key: string; label: string }[]
  settings: TableSettings
  onChange: (more: Partial<TableSettings>) => void
  /** What the address asks of the list now. */
  query: string
  onOpen: (query: string) => void
}) => {
  const { t } = useTranslation('console')
  const [naming, setNaming] = useState(false)
  const { hidden, compact, views } = settings
  const current = views.find((view) => view.query === query)
  return (
    <>
      <Base.Root modal={false}>
        <Base.Trigger
          aria-label={t('view.title')}
          title={t('view.title')}
          className="inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-sm font-medium text-ink-2 hover:text-ink max-sm:h-11"
        >
          <SlidersHorizontalIcon aria-hidden="true" size={15} />
          <span className="max-w-40 truncate max-sm:sr-only">
            {current?.name ?? t('view.title')}
          </span>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner {...below}>
            <Base.Popup className="max-h-(--available-height) min-w-56 overflow-y-auto rounded-lg bg-raised p-1 text-ink shadow-pop outline-none">
              {columns.length ? (
                <Group label={t('view.columns')}>
                  {columns.map(({ key, label }) => (
                    <Tick
                      key={key}
                      on={!hidden.includes(key)}
                      onChange={(on) =>
                        onChange({
                          hidden: on ? hidden.filter((one) => one !== key) : [...hidden, key],
                        })
                      }
                    >
                      {label}
                    </Tick>
                  ))}
                </Group>
              ) : null}
              <Group label={t('view.rows')}>
                <Tick on={compact} onChange={(on) => onChange({ compact: on })}>
                  {t('table.compact')}
                </Tick>
              </Group>
              <MenuSeparator />
              <Group label={t('view.views')}>
                {views.map((view) => (
                  <Tick key={view.name} on={view === current} onChange={() => onOpen(view.query)}>
                    {view.name}
                  </Tick>
                ))}
                {current ? (
                  <MenuItem
                    onSelect={() => onChange({ views: views.filter((view) => view !== current) })}
                  >
                    {t('view.remove', { name: current.name })}
                  </MenuItem>
                ) : (
                  <MenuItem disabled={!query} onSelect={() => setNaming(true)}>
                    {t('view.keep')}
                  </MenuItem>
                )}
              </Group>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      <Dialog
        open={naming}
        onClose={() => setNaming(false)}
        title={t('view.keep')}
        description={t('view.keepBody')}
      >
        <NameForm
          onClose={() => setNaming(false)}
          onSave={(name) => {
            onChange({ views: [...views.filter((view) => view.name !== name), { name, query }] })
            setNaming(false)
          }}
        />
      </Dialog>
    </>
  )
}
