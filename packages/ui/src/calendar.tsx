import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { DayPicker } from 'react-day-picker'

const YEARS_BACK = 10
const YEARS_ON = 20
const way =
  'grid size-9 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink aria-disabled:opacity-40'
const classNames = {
  root: 'relative w-66 text-sm',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: way,
  button_next: way,
  chevron: 'size-4 fill-current',
  month_caption: 'flex h-9 items-center justify-center px-9',
  dropdowns: 'flex items-center gap-1 font-medium',
  dropdown_root: 'relative inline-flex items-center',
  dropdown:
    'h-8 cursor-pointer appearance-none rounded-md bg-transparent px-1.5 font-medium hover:bg-sunken',
  // The list beside it says the same, and can be changed.
  caption_label: 'hidden',
  month_grid: 'mt-2 w-full border-collapse',
  weekday: 'h-8 w-9 text-xs font-normal text-ink-3',
  day: 'size-9 p-0 text-center data-outside:text-ink-3 data-selected:font-semibold',
  day_button:
    'tabular grid size-9 cursor-pointer place-items-center rounded-md hover:bg-sunken in-data-selected:bg-brand in-data-selected:text-ink-inverse in-data-today:ring-1 in-data-today:ring-control in-data-today:ring-inset',
} as const

/** A month to choose a day from; arrow keys, Page Up and Page Down move in it. */
export default function Calendar({
  selected,
  onPick,
}: {
  selected: Date | undefined
  onPick: (day: Date) => void
}) {
  const { t, i18n } = useTranslation('console')
  const name = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
    new Intl.DateTimeFormat(i18n.language, { calendar: 'gregory', ...options }).format(date)
  const long = name({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const month = name({ month: 'long' })
  const monthAndYear = name({ month: 'long', year: 'numeric' })
  const weekday = name({ weekday: 'short' })
  const now = new Date()
  return (
    <DayPicker
      autoFocus
      fixedWeeks
      showOutsideDays
      mode="single"
      required
      lang={i18n.language}
      weekStartsOn={1}
      captionLayout="dropdown"
      startMonth={
        new Date(Math.min(now.getFullYear() - YEARS_BACK, selected?.getFullYear() ?? 9999), 0)
      }
      endMonth={new Date(Math.max(now.getFullYear() + YEARS_ON, selected?.getFullYear() ?? 0), 11)}
      selected={selected}
      {...(selected ? { defaultMonth: selected } : {})}
      onSelect={onPick}
      classNames={classNames}
      formatters={{
        formatCaption: monthAndYear,
        formatMonthDropdown: month,
        formatWeekdayName: weekday,
        formatYearDropdown: (date) => String(date.getFullYear()),
        formatDay: (date) => String(date.getDate()),
      }}
      labels={{
        labelDayButton: (date, { today, selected: chosen }) =>
          [long(date), today && t('calendar.today'), chosen && formatDate(date)]
            .filter(Boolean)
            .join(', '),
        labelGrid: monthAndYear,
        labelMonthDropdown: () => t('calendar.month'),
        labelYearDropdown: () => t('calendar.year'),
        labelNext: () => t('calendar.next'),
        labelPrevious: () => t('calendar.previous'),
        labelWeekday: name({ weekday: 'long' }),
      }}
    />
  )
}
