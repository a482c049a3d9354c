import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

/** Explains a control on hover and focus; never holds what a person must read. */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <Base.Provider delay={300}>
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-surface shadow-pop">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  </Base.Provider>
)
