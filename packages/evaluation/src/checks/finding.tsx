import { useQueryClient } from '@tanstack/react-query'
import { faultCode } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { CheckIcon } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type CheckCell, type CheckSheet, keepCheck, putCheck, type Verdict } from '../queries.ts'
import { Given } from '../scoring/given.tsx'
import { placeOf } from '../scoring/rail.tsx'
import { VERDICTS, VerdictBadge, VerdictChoice } from './verdicts.tsx'

/** What one person found: the verdict, by whom and when, and what it rests on. */
const Found = ({
  label,
  check,
  zone,
}: {
  label?: string
  check: NonNullable<CheckCell['check']>
  zone: string
}) => (
  <div className="grid gap-0.5 text-sm">
    {label ? <p className="text-xs text-ink-3">{label}</p> : null}
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <VerdictBadge verdict={check.verdict} />
      <span className="text-xs text-ink-2">
        {check.by} · {formatMoment(check.at, zone)}
      </span>
    </p>
    {check.note ? <p className="break-words whitespace-pre-wrap text-ink-2">{check.note}</p> : null}
  </div>
)

/** What is there of an answer that the reader does not change: one finding, or two beside each other. */
const Settled = ({ sheet, cell }: { sheet: CheckSheet; cell: CheckCell }) => {
  const { t } = useTranslation('evaluation')
  const { check, other } = cell
  const first = sheet.turn === 'first' ? check : other
  const second = sheet.turn === 'first' ? other : check
  const zone = sheet.timezone
  if (sheet.settled && first && second)
    return (
      <div className="grid content-start gap-2.5">
        <Found label={t('checks.first')} check={first} zone={zone} />
        <Found label={t('checks.second')} check={second} zone={zone} />
        <p>
          <Badge tone={first.verdict === second.verdict ? 'ok' : 'warn'}>
            {t(first.verdict === second.verdict ? 'checks.agreed' : 'checks.differs')}
          </Badge>
        </p>
      </div>
    )
  if (check) return <Found check={check} zone={zone} />
  return (
    <p className="text-sm text-ink-3">
      {t(sheet.hidden && cell.version ? 'checks.hidden' : 'checks.unchecked')}
    </p>
  )
}

type Typed = { verdict: Verdict | ''; note: string }

const useFinding = (sheet: CheckSheet, cell: CheckCell, onChecked: () => void) => {
  const client = useQueryClient()
  const form = useProblemForm<Typed>({
    // What is typed and not sent yet is there again after a reload, or when one comes back to the bid.
    keep: `check.${sheet.turn}.${sheet.submission_id}.${cell.id}`,
    defaultValues: { verdict: cell.check?.verdict ?? '', note: cell.check?.note ?? '' },
    submit: async ({ verdict, note }) => {
      if (!verdict) throw new Refused(['verdict'])
      const { submission_id, turn, category_id } = sheet
      const again = () => client.invalidateQueries({ queryKey: keys.category(category_id) })
      try {
        const body = { verdict, note, version: cell.version }
        const { version } = await putCheck(submission_id, turn, cell.id, body)
        keepCheck(client, sheet, cell.id, { verdict, note: note.trim(), version })
      } catch (error) {
        // What the other person found appears above what is typed here.
        if (faultCode(error) === 'assurance.changed') await again()
        throw error
      }
      form.reset({ verdict, note })
      form.kept.forget()
      onChecked()
      await again()
    },
  })
  return form
}

const FindingForm = ({
  sheet,
  cell,
  onChecked,
}: {
  sheet: CheckSheet
  cell: CheckCell
  onChecked: () => void
}) => {
  const { t } = useTranslation('evaluation')
  const form = useFinding(sheet, cell, onChecked)
  const [verdict, note] = form.watch(['verdict', 'note'])
  const { isDirty } = form.formState
  const fatal = verdict !== '' && verdict !== 'valid'
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid content-start gap-2">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {form.kept.restored && cell.check ? (
        <>
          <Banner tone="warn">{t('checks.meanwhile')}</Banner>
          <Found check={cell.check} zone={sheet.timezone} />
        </>
      ) : null}
      <Bound form={form} name="verdict">
        {({ value, onChange, error }) => (
          <VerdictChoice
            name={`verdict-${cell.id}`}
            value={value}
            onChange={onChange}
            error={error}
          />
        )}
      </Bound>
      {fatal || note || (verdict && isDirty) ? (
        <TextareaField
          rows={2}
          required={fatal}
          label={t(fatal ? 'checks.evidence' : 'checks.note')}
          maxLength={2000}
          onKeyDown={(e) => {
            if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return
            e.preventDefault()
            e.currentTarget.form?.requestSubmit()
          }}
          {...form.field('note')}
        />
      ) : null}
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1.5">
        {isDirty ? (
          <>
            <Button type="submit" busy={form.busy}>
              {t('marks.save')}
            </Button>
            <span className="text-xs text-warn">{t('marks.kept')}</span>
          </>
        ) : cell.check ? (
          <span role="status" className="flex items-center gap-1.5 text-xs text-ink-2">
            <CheckIcon aria-hidden="true" size={14} strokeWidth={2.5} className="text-ok" />
            {t('checks.by', {
              name: cell.check.by,
              at: formatMoment(cell.check.at, sheet.timezone),
            })}
          </span>
        ) : null}
      </div>
    </form>
  )
}

/** One answer with what is found of it. A digit typed anywhere on it is its verdict: the choice need not be found first. */
export const CheckRow = ({
  sheet,
  cell,
  changes,
  onChecked,
}: {
  sheet: CheckSheet
  cell: CheckCell
  /** I may find something of it now. */
  changes: boolean
  onChecked: () => void
}) => {
  const choose = (e: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = e
    const typing =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && target.type !== 'radio')
    const verdict = VERDICTS[Number(key) - 1]
    if (typing || e.ctrlKey || e.metaKey || e.altKey || !verdict) return
    const choice = currentTarget.querySelector<HTMLInputElement>(`input[value="${verdict}"]`)
    if (!choice) return
    e.preventDefault()
    choice.click()
    choice.focus()
    // What a verdict rests on is written next, once its field is there.
    if (verdict !== 'valid')
      requestAnimationFrame(() => currentTarget.querySelector('textarea')?.focus())
  }
  // Nobody writes over what they may not read.
  const form = changes && !(sheet.hidden && cell.version > 0)
  return (
    <li
      id={placeOf(cell.id)}
      tabIndex={-1}
      aria-label={cell.prompt}
      onKeyDown={choose}
      className="grid scroll-mt-20 gap-x-6 gap-y-2 px-4 py-3 -outline-offset-2 focus-within:shadow-[inset_3px_0_0_var(--color-brand)] focus:outline-none xl:grid-cols-[minmax(0,1fr)_400px]"
    >
      <div className="grid min-w-0 content-start gap-1">
        <h3 className="font-medium break-words">{cell.prompt}</h3>
        {cell.help ? <p className="text-xs text-ink-3">{cell.help}</p> : null}
        <Given
          question={cell}
          cell={{ submission_id: sheet.submission_id, value: cell.answer, files: cell.files }}
        />
      </div>
      {form ? (
        <FindingForm
          // Comes anew with what was stored, by whomever; what is typed over it is kept.
          key={cell.version}
          sheet={sheet}
          cell={cell}
          onChecked={onChecked}
        />
      ) : (
        <Settled sheet={sheet} cell={cell} />
      )}
    </li>
  )
}
