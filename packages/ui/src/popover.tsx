import { Popover as Base } from '@base-ui/react/popover'
import { type ReactNode, useState } from 'react'

const popup =
  'origin-(--transform-origin) rounded-lg bg-raised text-ink shadow-pop outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0'

/** Where what a button opens stands: under it, and never over the edge of the screen. */
export const below = {
  side: 'bottom',
  align: 'end',
  sideOffset: 6,
  collisionPadding: 8,
  className: 'z-50',
} as const

/** A small sheet that opens at its button and closes by Esc, a click outside or `close()`. */
export const Popover = ({
  label,
  trigger,
  children,
}: {
  label: string
  trigger: ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
}) => {
  const [open, setOpen] = useState(false)
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger
        aria-label={label}
        title={label}
        className="grid size-9 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
      >
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner {...below}>
          <Base.Popup aria-label={label} className={popup}>
            {typeof children === 'function' ? children(() => setOpen(false)) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The look of a line in a menu or a menu-like sheet. */
export const menuLine =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 text-left text-sm outline-none hover:bg-sunken focus-visible:bg-sunken data-highlighted:bg-sunken data-disabled:opacity-50'
