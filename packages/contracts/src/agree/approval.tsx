import { useQuery } from '@tanstack/react-query'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { dayText, formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import type { Contract } from '../queries.ts'
import { type Agreement, agreement, type Round } from './queries.ts'

/** A level in words; without a rule whoever may approve is enough. */
export const useLevel = () => {
  const { t } = useTranslation('contracts')
  return ({ level, everyone }: { level: number; everyone?: boolean }) =>
    level === 0
      ? t('approval.anyone')
      : t(everyone ? 'approval.levelAll' : 'approval.levelOne', { level })
}

const Next = ({ a }: { a: Agreement }) => {
  const { t } = useTranslation('contracts')
  const word = useLevel()
  if (!a.next) return null
  if (!a.waits.length)
    return <Banner tone="warn">{t('approval.vacant', { level: a.next.level })}</Banner>
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{word(a.next)}</p>
      <ul className="grid gap-1 text-sm">
        {a.waits.map((p) => (
          <li key={p.id} className="flex flex-wrap items-center gap-x-2">
            <span>{p.name}</span>
            {p.delegate ? (
              <span className="text-xs text-ink-3">
                {t('approval.standsIn', { name: p.delegate, day: dayText(p.until ?? '') })}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

const One = ({ round }: { round: Round }) => {
  const { t } = useTranslation('contracts')
  const word = useLevel()
  return (
    <li className="grid gap-2 border-t border-line pt-3 text-sm first:border-t-0 first:pt-0">
      <span className="flex flex-wrap items-center gap-2">
        <strong className="font-medium">{t('library.version', { number: round.version })}</strong>
        <Badge
          tone={
            round.outcome === 'approved'
              ? 'ok'
              : round.outcome === 'refused'
                ? 'bad'
                : round.outcome
                  ? 'neutral'
                  : 'warn'
          }
        >
          {t(`approval.outcomes.${round.outcome ?? 'open'}`)}
        </Badge>
      </span>
      <span className="text-xs text-ink-3">
        {t('approval.submittedBy', { name: round.by, at: formatMoment(round.at, ownZone()) })}
      </span>
      <span className="text-xs text-ink-3">{round.steps.map(word).join(' → ')}</span>
      {round.approvals.length ? (
        <ol className="grid gap-1.5">
          {round.approvals.map((a) => (
            <li key={`${a.seat}${a.at}${a.decision}`} className="grid">
              <span>
                {t(a.by === a.seat ? `approval.${a.decision}d` : `approval.${a.decision}dFor`, {
                  name: a.by,
                  seat: a.seat,
                })}
                {a.level ? ` (${t('approval.level', { level: a.level })})` : null}
              </span>
              {a.reason ? <span className="wrap-anywhere text-ink-2">{a.reason}</span> : null}
              <span className="text-xs text-ink-3">{formatMoment(a.at, ownZone())}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  )
}

/** Who approved what, who is next, and what was sent to the other side. */
export const Approval = ({ of }: { of: Contract }) => {
  const { t } = useTranslation('contracts')
  const query = useQuery(agreement(of.id))
  return (
    <Load query={query} title={t('approval.title')}>
      {(a) => (
        <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
          <Card title={t('approval.title')}>
            {a.next ? <Next a={a} /> : null}
            {a.rounds.length ? (
              <ol className={a.next ? 'mt-4 grid gap-3 border-t border-line pt-3' : 'grid gap-3'}>
                {a.rounds.map((r) => (
                  <One key={r.number} round={r} />
                ))}
              </ol>
            ) : (
              <p className="text-sm text-ink-2">{t('approval.none')}</p>
            )}
          </Card>
          <Card title={t('approval.sent')}>
            {a.sent.length ? (
              <ol className="grid gap-3 text-sm">
                {a.sent.map((s) => (
                  <li key={s.at} className="grid gap-0.5">
                    <strong className="font-medium">
                      {t('library.version', { number: s.version })}
                    </strong>
                    <span className="text-xs text-ink-3">
                      {t('library.writtenBy', { name: s.by, at: formatMoment(s.at, ownZone()) })}
                    </span>
                    {s.recalled_at ? (
                      <span className="wrap-anywhere text-ink-2">
                        {t('approval.recalled', {
                          at: formatMoment(s.recalled_at, ownZone()),
                          reason: s.reason,
                        })}
                      </span>
                    ) : null}
                  </li>
                ))}
              </ol>
            ) : (
              <p className="text-sm text-ink-2">{t('approval.notSent')}</p>
            )}
          </Card>
        </div>
      )}
    </Load>
  )
}
