import { useTranslation } from '@zabuni/i18n'
import { dayText } from '@zabuni/i18n/format'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { cx } from '@zabuni/ui/cx'
import { MatrixCell } from './matrix-cell.tsx'
import { type Cell, LEVELS, type Level, SCALE, type Status } from './queries.ts'

/** What each level looks like; the word stands beside it. */
const LOOKS: Readonly<Record<Level, string>> = {
  low: 'bg-ok-soft text-ok',
  moderate: 'bg-warn-soft text-warn',
  high: 'bg-bad-soft text-bad',
  critical: 'bg-bad text-ink-inverse',
}

/** A score with what it means. */
export const LevelMark = ({ level, score }: { level: Level; score: number }) => {
  const { t } = useTranslation('risks')
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        LOOKS[level],
      )}
    >
      <span className="tabular">{score}</span> {t(`levels.${level}`)}
    </span>
  )
}

const TONES: Readonly<Record<Status, Tone>> = {
  open: 'warn',
  treated: 'info',
  accepted: 'neutral',
  closed: 'ok',
}

/** Where a risk stands. */
export const RiskBadge = ({ status }: { status: Status }) => {
  const { t } = useTranslation('risks')
  return <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>
}

/** The day of a review, and whether it has gone by. */
export const DueDay = ({ day, overdue }: { day: string; overdue: boolean }) => {
  const { t } = useTranslation('risks')
  return (
    <span className="grid">
      <span className="tabular">{dayText(day)}</span>
      {overdue ? <span className="text-xs font-medium text-bad">{t('overdue')}</span> : null}
    </span>
  )
}

const AT = 'border border-surface p-0 align-middle text-center'

/** How many risks stand where, the likeliest above and the severest to the right; a cell opens what stands in it. */
export const Matrix = ({
  cells,
  caption,
  hrefOf,
}: {
  cells: readonly Cell[]
  caption: string
  /** The register, narrowed to a cell; none where what stands in it is not for this desk. */
  hrefOf?: (cell: Cell) => string | null
}) => {
  const { t } = useTranslation('risks')
  return (
    <div className="grid gap-3">
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="w-24 px-1 pb-1.5 text-left text-xs font-normal text-ink-3 max-sm:w-16"
            >
              <span className="sr-only">{t('matrix.corner')}</span>
            </th>
            {SCALE.map((impact) => (
              <th
                key={impact}
                scope="col"
                className="px-0.5 pb-1.5 text-xs font-normal text-ink-2 hyphens-auto"
              >
                <span className="tabular font-medium text-ink">{impact}</span>
                <span className="block max-sm:sr-only">{t(`impacts.${impact}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...SCALE].reverse().map((likelihood) => (
            <tr key={likelihood}>
              <th scope="row" className="pr-2 text-left text-xs font-normal text-ink-2">
                <span className="tabular font-medium text-ink">{likelihood}</span>
                <span className="block max-sm:sr-only">{t(`likelihoods.${likelihood}`)}</span>
              </th>
              {cells
                .filter((cell) => cell.likelihood === likelihood)
                .map((cell) => (
                  <td key={cell.impact} className={cx(AT, LOOKS[cell.level])}>
                    <MatrixCell cell={cell} to={hrefOf?.(cell) ?? null} />
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-xs text-ink-2">
        <p>{t('matrix.axes')}</p>
        <ul className="flex flex-wrap gap-x-3 gap-y-1.5">
          {LEVELS.map((level) => (
            <li key={level} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={cx('size-3 rounded-sm', LOOKS[level])} />
              {t(`levels.${level}`)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
