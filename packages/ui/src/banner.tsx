import type { ReactNode, Ref } from 'react'
import { cx } from './cx.tsx'

const tones = {
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  ok: 'bg-ok-soft text-ok',
} as const
/** A message that stays: what happened, what is kept, what to do. */
export const Banner = ({
  tone,
  children,
  ref,
}: {
  tone: keyof typeof tones
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}) => (
  <div
    ref={ref}
    tabIndex={-1}
    role={tone === 'bad' ? 'alert' : 'status'}
    className={cx('rounded-md px-3 py-2.5 text-sm font-medium', tones[tone])}
  >
    {children}
  </div>
)
