import { useTranslation } from '@zabuni/i18n'
import { ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import { IconButton } from './button.tsx'

/** Moves one thing of a list up or down: the way that works with a keyboard, a switch and a thumb alike. */
export const MoveButtons = ({
  name,
  index,
  count,
  onMove,
  busy = false,
}: {
  /** What is moved, for those who hear the screen. */
  name: string
  index: number
  count: number
  onMove: (to: number) => void
  busy?: boolean
}) => {
  const { t } = useTranslation()
  return (
    <span className="inline-flex">
      <IconButton
        size="sm"
        label={t('actions.moveUp', { name })}
        disabled={busy || index === 0}
        onClick={() => onMove(index - 1)}
        icon={<ChevronUpIcon aria-hidden="true" size={16} />}
      />
      <IconButton
        size="sm"
        label={t('actions.moveDown', { name })}
        disabled={busy || index === count - 1}
        onClick={() => onMove(index + 1)}
        icon={<ChevronDownIcon aria-hidden="true" size={16} />}
      />
    </span>
  )
}
