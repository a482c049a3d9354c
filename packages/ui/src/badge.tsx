import type { ReactNode } from 'react'
import { cx } from './cx.tsx'

const tones = {
  neutral: 'bg-sunken text-ink-2',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
} as const
/** The tones a state may have. */
export type Tone = keyof typeof tones
/** A state in a word and a dot, never by colour alone. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={cx(
      'inline-flex h-5 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
      tones[tone],
    )}
  >
    <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
    {children}
  </span>
)

const dots = {
  neutral: 'bg-ink-3',
  ok: 'bg-ok',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
} as const

/** A quiet state inside a line of text. */
export const StatusDot = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <span aria-hidden="true" className={cx('size-2 rounded-full', dots[tone])} />
    {children}
  </span>
)
