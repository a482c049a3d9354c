import { Popover } from '@base-ui/react/popover'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, isDay, parseDate } from '@zabuni/i18n/format'
import { CalendarIcon } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { cx } from './cx.tsx'
import { controlClass, Field, type FieldProps } from './field.tsx'
import { below } from './popover.tsx'

const Calendar = lazy(() => import('./calendar.tsx'))

type Props = Omit<FieldProps, 'children'> & {
  name?: string
  /** The local moment as 2026-11-21T17:00, a day as 2026-11-21, or empty; what is no date is told as it was typed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** Without the time of day. */
  dateOnly?: boolean
}

const USUAL_END = '17:00'
const pad = (n: number) => String(n).padStart(2, '0')
const isoDay = (d: Date) => `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`
const partsOf = (value: string): [day: string, time: string] =>
  /^\d{4}-\d{2}-\d{2}T/.test(value) ? [value.slice(0, 10), value.slice(11)] : [value, '']

// A year of two digits is the nearest: in 2026, 31 is 2031 and 98 is 1998.
const wholeYear = (text: string): string =>
  text.trim().replace(/^(\d{1,2}[-/. ]\d{1,2}[-/. ])(\d{2})$/, (_, day: string, year: string) => {
    const now = new Date().getFullYear()
    const nearest = Number(year) + 100 * Math.round((now - Number(year)) / 100)
    return `${day}${nearest}`
  })

/** A day as people write it here, DD-MM-YYYY, or chosen from a calendar, and a time; what is typed stays as it was. */
export const DateTimeField = ({
  name,
  value,
  onChange,
  onBlur,
  dateOnly = false,
  ...field
}: Props) => {
  const { t } = useTranslation('console')
  const [day, time] = partsOf(value)
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Who writes another day means the same hour.
  const hour = useRef(USUAL_END)
  if (time) hour.current = time
  const title = useId()
  const shown = typed ?? (isDay(day) ? formatDate(day) : day)
  const bad = typed === undefined && !!shown.trim() && !parseDate(shown)
  const emit = (nextDay: string, nextTime: string) =>
    onChange(dateOnly || !isDay(nextDay) ? nextDay : `${nextDay}T${nextTime || hour.current}`)
  const pick = (chosen: Date) => {
    setTyped(undefined)
    emit(isoDay(chosen), time)
    setOpen(false)
  }
  return (
    <Field
      {...field}
      // One takes the other's place: what is about to be clicked below must not move away.
      hint={bad ? undefined : (field.hint ?? t('form.dateHint', { example: '31-12-2026' }))}
      error={field.error ?? (bad ? t('form.notDate', { example: '31-12-2026' }) : undefined)}
    >
      {(control) => (
        <div className="flex gap-2">
          <div className="relative min-w-0 flex-1">
            <input
              {...control}
              ref={input}
              name={name}
              inputMode="numeric"
              autoComplete="off"
              placeholder="DD-MM-YYYY"
              value={shown}
              onChange={(e) => {
                setTyped(e.target.value)
                const read = parseDate(e.target.value)
                emit(read ? isoDay(read) : e.target.value.trim(), time)
              }}
              onBlur={() => {
                const read = typed && !parseDate(typed) ? parseDate(wholeYear(typed)) : null
                if (read) emit(isoDay(read), time)
                setTyped(undefined)
                onBlur?.()
              }}
              className={cx(controlClass, 'h-9 pr-10 max-sm:h-11')}
            />
            <Popover.Root open={open} onOpenChange={setOpen}>
              <Popover.Trigger
                aria-label={t('calendar.open')}
                title={t('calendar.open')}
                className="absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink max-sm:size-9"
              >
                <CalendarIcon aria-hidden="true" size={15} />
              </Popover.Trigger>
              <Popover.Portal>
                <Popover.Positioner {...below}>
                  <Popover.Popup
                    aria-labelledby={title}
                    finalFocus={input}
                    className="rounded-lg bg-raised p-3 text-ink shadow-pop outline-none"
                  >
                    <span id={title} className="sr-only">
                      {t('calendar.open')}
                    </span>
                    <Suspense fallback={<div className="skeleton h-72 w-66" />}>
                      <Calendar selected={parseDate(shown) ?? undefined} onPick={pick} />
                    </Suspense>
                  </Popover.Popup>
                </Popover.Positioner>
              </Popover.Portal>
            </Popover.Root>
          </div>
          {dateOnly ? null : (
            <input
              type="time"
              aria-label={t('form.time')}
              value={time}
              disabled={!isDay(day)}
              onChange={(e) => emit(day, e.target.value)}
              className={cx(controlClass, 'h-9 max-w-36 max-sm:h-11')}
            />
          )}
        </div>
      )}
    </Field>
  )
}
