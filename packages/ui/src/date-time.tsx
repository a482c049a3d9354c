import { useTranslation } from '@zabuni/i18n'
import { formatDate, parseDate } from '@zabuni/i18n/format'
import { useState } from 'react'
import { cx } from './cx.tsx'
import { controlClass, Field, type FieldProps } from './field.tsx'

type Props = Omit<FieldProps, 'children'> & {
  name?: string
  /** The local moment as 2026-11-21T17:00, or empty. */
  value: string
  onChange: (value: string) => void
  /** Without the time of day. */
  dateOnly?: boolean
}

const pad = (n: number) => String(n).padStart(2, '0')
const isoDay = (d: Date) => `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`

/** A day as people write it here, DD-MM-YYYY, and a time; half-typed text stays as it was typed. */
export const DateTimeField = ({ name, value, onChange, dateOnly = false, ...field }: Props) => {
  const { t } = useTranslation(['common', 'console'])
  const [day = '', time = ''] = value.split('T')
  const shown = day ? formatDate(`${day}T00:00`) : ''
  const [draft, setDraft] = useState<string>()
  const emit = (nextDay: string, nextTime: string) =>
    onChange(dateOnly || !nextDay ? nextDay : `${nextDay}T${nextTime || '17:00'}`)
  return (
    <Field {...field} hint={field.hint ?? t('console:form.dateHint', { example: '31-12-2026' })}>
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            placeholder="DD-MM-YYYY"
            value={draft ?? shown}
            onChange={(e) => {
              setDraft(e.target.value)
              const parsed = parseDate(e.target.value)
              if (parsed) emit(isoDay(parsed), time)
              else if (!e.target.value.trim()) emit('', '')
            }}
            onBlur={() => {
              if (draft !== undefined && (parseDate(draft) || !draft.trim())) setDraft(undefined)
            }}
            className={cx(controlClass, 'h-9 max-sm:h-11')}
          />
          {dateOnly ? null : (
            <input
              type="time"
              aria-label={t('console:form.time')}
              value={time}
              onChange={(e) => emit(day, e.target.value)}
              className={cx(controlClass, 'h-9 max-w-36 max-sm:h-11')}
            />
          )}
        </div>
      )}
    </Field>
  )
}
