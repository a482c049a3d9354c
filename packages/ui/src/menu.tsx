import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass, type Look, type Size } from './button.tsx'
import { cx } from './cx.tsx'
import { below, menuLine } from './popover.tsx'

/** A button's list of actions; arrow keys, letters and Esc work as people expect. */
export const Menu = ({
  label,
  trigger,
  look,
  size = 'md',
  children,
}: {
  label: string
  trigger: ReactNode
  /** As a button in its own right; without it the trigger is a mark beside something. */
  look?: Look
  /** Of the button. */
  size?: Size
  children: ReactNode
}) => (
  <Base.Root modal={false}>
    <Base.Trigger
      aria-label={label}
      title={label}
      className={
        look
          ? buttonClass(look, size)
          : 'inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-md px-2 text-ink-2 hover:bg-sunken hover:text-ink'
      }
    >
      {trigger}
    </Base.Trigger>
    <Base.Portal>
      <Base.Positioner {...below}>
        <Base.Popup className="min-w-52 rounded-lg bg-raised p-1 text-ink shadow-pop outline-none">
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

/** One action; dangerous ones stand last. */
export const MenuItem = ({
  icon,
  danger = false,
  disabled = false,
  onSelect,
  children,
}: {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}) => (
  <Base.Item onClick={onSelect} disabled={disabled} className={cx(menuLine, danger && 'text-bad')}>
    {icon}
    {children}
  </Base.Item>
)

/** A way somewhere; not drawn where there is no such screen. */
export const MenuLink = ({
  to,
  icon,
  children,
}: {
  to: string | null
  icon?: ReactNode
  children: ReactNode
}) =>
  to ? (
    <Base.Item render={<Link to={to} />} className={menuLine}>
      {icon}
      {children}
    </Base.Item>
  ) : null

/** A line between groups of actions. */
export const MenuSeparator = () => <Base.Separator className="mx-1 my-1 h-px bg-line" />
