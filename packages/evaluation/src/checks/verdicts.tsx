import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import type { Verdict } from '../queries.ts'

/** What can be found of an answer, by the digits with which it is chosen. */
export const VERDICTS: readonly Verdict[] = [
  'valid',
  'expired',
  'not_issued',
  'altered',
  'unreadable',
  'missing',
]

/** What was found, in a word. */
export const VerdictBadge = ({ verdict }: { verdict: Verdict }) => {
  const { t } = useTranslation('evaluation')
  return <Badge tone={verdict === 'valid' ? 'ok' : 'bad'}>{t(`checks.verdicts.${verdict}`)}</Badge>
}

/** One choice of all verdicts, each with its digit. */
export const VerdictChoice = ({
  name,
  value,
  onChange,
  error,
}: {
  name: string
  value: Verdict | ''
  onChange: (verdict: Verdict) => void
  error: string | undefined
}) => {
  const { t } = useTranslation('evaluation')
  const told = `${name}-error`
  return (
    <fieldset aria-invalid={error ? true : undefined} aria-describedby={error ? told : undefined}>
      <legend className="sr-only">{t('checks.verdict')}</legend>
      <div className="grid grid-cols-2 gap-1.5 sm:max-w-[400px] sm:grid-cols-3">
        {VERDICTS.map((verdict, i) => (
          <label
            key={verdict}
            className="relative inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2 text-sm hover:bg-sunken has-checked:border-brand has-checked:bg-brand-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-brand max-sm:h-11"
          >
            <input
              type="radio"
              name={name}
              value={verdict}
              checked={value === verdict}
              onChange={() => onChange(verdict)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <span
              aria-hidden="true"
              className="tabular grid size-4 place-items-center rounded-sm bg-sunken font-sans text-2xs text-ink-2 max-sm:hidden"
            >
              {i + 1}
            </span>
            {t(`checks.verdicts.${verdict}`)}
          </label>
        ))}
      </div>
      {error ? (
        <p id={told} className="mt-1 text-xs text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
