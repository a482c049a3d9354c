import { formatMoment } from '@zabuni/i18n/format'
import { Countdown } from './progress.tsx'

/** When something closes: the time left first, then the date; once it is over, the date alone. */
export const Closing = ({ at, zone, offset }: { at: string; zone: string; offset: number }) =>
  Date.parse(at) > Date.now() + offset ? (
    <span className="grid">
      <span>
        <Countdown until={at} offset={offset} />
      </span>
      <span className="text-xs text-ink-3">{formatMoment(at, zone)}</span>
    </span>
  ) : (
    <span className="text-ink-2">{formatMoment(at, zone)}</span>
  )
