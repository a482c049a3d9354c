import { useOnline } from '@zabuni/api/online'
import { useTranslation } from '@zabuni/i18n'
import { formatTime } from '@zabuni/i18n/format'
import { faultText } from '@zabuni/i18n/problem'
import { cx } from '@zabuni/ui/cx'
import { CircleAlertIcon, CloudIcon, CloudOffIcon, LoaderCircleIcon } from 'lucide-react'
import { useBidWork } from './use-draft.ts'

/** Whether what was typed is safe, and where. */
export const SaveState = () => {
  const { t } = useTranslation('bidding')
  const { status, bid } = useBidWork()
  const online = useOnline()
  const count = 'count' in status ? status.count : 0
  const [Icon, text, bad] =
    status.kind === 'saving'
      ? [LoaderCircleIcon, t('save.saving'), false]
      : status.kind === 'waiting'
        ? online
          ? [CloudIcon, t('save.unsaved', { count }), false]
          : [CloudOffIcon, t('save.offline', { count }), false]
        : status.kind === 'held'
          ? [CircleAlertIcon, t('save.held', { count }), true]
          : status.kind === 'stopped'
            ? [CircleAlertIcon, faultText({ code: status.reason }), true]
            : [
                CloudIcon,
                (status.at ?? bid.last_saved_at)
                  ? t('save.saved', { time: formatTime(status.at ?? bid.last_saved_at ?? 0) })
                  : t('save.nothing'),
                false,
              ]
  return (
    <p
      role="status"
      className={cx('flex items-center gap-1.5 text-sm', bad ? 'text-bad' : 'text-ink-2')}
    >
      <Icon
        aria-hidden="true"
        size={15}
        className={cx('shrink-0', status.kind === 'saving' && 'animate-spin')}
      />
      {text}
    </p>
  )
}
