import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Checkbox } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { ScrollRegion } from '@zabuni/ui/scroll-region'
import { SelectField } from '@zabuni/ui/select'
import type { Columns } from './queries.ts'

const NAMED = [
  'day',
  'narration',
  'amount',
  'in',
  'out',
  'reference',
  'payer',
  'more',
  'balance',
] as const
const DAYS = ['dmy', 'mdy', 'ymd'] as const
/** As the server takes them. */
const MAX_COLUMNS = 40
const MAX_HEAD = 12

const letter = (column: number): string =>
  column <= 26
    ? String.fromCharCode(64 + column)
    : letter(Math.floor((column - 1) / 26)) + letter(((column - 1) % 26) + 1)

type Typed = Record<(typeof NAMED)[number] | 'head' | 'days', string> & { comma: boolean }

/** Which column of a bank's table is which: asked once for an account. */
export const ColumnsCard = ({
  rows,
  guess,
  onSend,
}: {
  rows: readonly (readonly string[])[]
  guess: Columns
  onSend: (columns: Columns) => Promise<void>
}) => {
  const { t } = useTranslation('payments')
  const width = rows.length ? Math.max(...rows.map((r) => r.length)) : MAX_COLUMNS
  const form = useProblemForm<Typed>({
    defaultValues: {
      ...(Object.fromEntries(NAMED.map((n) => [n, String(guess[n])])) as Record<
        (typeof NAMED)[number],
        string
      >),
      head: String(guess.head),
      days: guess.days ?? '',
      comma: guess.comma,
    },
    nameOf: (pointer) => pointer.split('/').at(-1) ?? pointer,
    submit: async (typed) => {
      await onSend({
        ...(Object.fromEntries(NAMED.map((n) => [n, Number(typed[n])])) as Pick<
          Columns,
          (typeof NAMED)[number]
        >),
        head: Number(typed.head),
        comma: typed.comma,
        ...(typed.days ? { days: typed.days as (typeof DAYS)[number] } : {}),
      })
    },
  })
  const head = Number(form.watch('head'))
  const nameOf = (column: number) => {
    const name = rows[head - 1]?.[column - 1]?.trim()
    return name ? `${letter(column)}: ${name}` : letter(column)
  }
  return (
    <Card title={t('desk.import.columns')}>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <p className="text-sm text-ink-2">{t('desk.import.columnsNote')}</p>
        {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
        {rows.length ? (
          <ScrollRegion label={t('desk.import.sample')}>
            <table className="w-full text-sm whitespace-nowrap">
              <caption className="sr-only">{t('desk.import.sample')}</caption>
              <thead>
                <tr className="border-b border-line text-left text-ink-3">
                  <th scope="col" className="px-2 py-1 font-medium">
                    {t('desk.import.row')}
                  </th>
                  {Array.from({ length: width }, (_, i) => (
                    <th key={letter(i + 1)} scope="col" className="px-2 py-1 font-medium">
                      {letter(i + 1)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, y) => (
                  <tr
                    key={y}
                    className={
                      y === head - 1 ? 'bg-brand-soft font-medium' : 'border-b border-line'
                    }
                  >
                    <th scope="row" className="px-2 py-1 text-left font-normal text-ink-3">
                      {y + 1}
                    </th>
                    {Array.from({ length: width }, (_, x) => (
                      <td key={letter(x + 1)} className="max-w-60 truncate px-2 py-1">
                        {row[x]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            label={t('desk.import.head')}
            hint={t('desk.import.headHint')}
            {...form.field('head')}
          >
            <option value="0">{t('desk.import.noHead')}</option>
            {Array.from({ length: rows.length || MAX_HEAD }, (_, i) => (
              <option key={i + 1} value={String(i + 1)}>
                {i + 1}
              </option>
            ))}
          </SelectField>
          {NAMED.map((name) => (
            <SelectField
              key={name}
              required={name === 'day' || name === 'narration'}
              label={t(`desk.import.column.${name}`)}
              {...form.field(name)}
            >
              <option value="0">{t('desk.import.none')}</option>
              {Array.from({ length: width }, (_, i) => (
                <option key={i + 1} value={String(i + 1)}>
                  {nameOf(i + 1)}
                </option>
              ))}
            </SelectField>
          ))}
          <SelectField required label={t('desk.import.daysOrder')} {...form.field('days')}>
            <option value="">{t('desk.import.choose')}</option>
            {DAYS.map((value) => (
              <option key={value} value={value}>
                {t(`desk.import.days.${value}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <Checkbox label={t('desk.import.comma')} {...form.register('comma')} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={form.busy}>
            {t('desk.import.read')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
