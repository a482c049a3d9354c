import { Dialog as Base } from '@base-ui/react/dialog'
import { useTranslation } from '@zabuni/i18n'
import { XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}
const backdrop =
  'fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

const Frame = ({
  open,
  onClose,
  title,
  description,
  footer,
  children,
  className,
  sheet,
}: DialogProps & { className: string; sheet: boolean }) => {
  const { t } = useTranslation()
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          className={cx(
            'fixed z-50 flex flex-col bg-raised text-ink shadow-pop outline-none',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-3 px-5 pt-4 pb-3">
            <div className="grid gap-1">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description ? (
                <Base.Description className="text-sm text-ink-2">{description}</Base.Description>
              ) : null}
            </div>
            <Base.Close
              aria-label={t('actions.close')}
              className="-mr-2 grid size-9 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken"
            >
              <XIcon aria-hidden="true" size={16} />
            </Base.Close>
          </div>
          {children ? (
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-4">{children}</div>
          ) : null}
          {footer ? (
            <div
              className={cx(
                'flex justify-end gap-2 border-t border-line px-5 py-3',
                sheet && 'mt-auto',
              )}
            >
              {footer}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** A question or a short form in front of the screen; focus stays inside and returns afterwards. */
export const Dialog = (props: DialogProps) => (
  <Frame
    {...props}
    sheet={false}
    className="top-1/2 left-1/2 max-h-[85dvh] w-[min(30rem,calc(100vw-2rem))] -translate-1/2 rounded-xl transition-[opacity,scale] duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0"
  />
)

/** A side sheet for up to six fields; longer forms are pages. */
export const Drawer = (props: DialogProps) => (
  <Frame
    {...props}
    sheet
    className="inset-y-0 right-0 w-[min(28rem,100vw)] transition-transform duration-200 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full"
  />
)
