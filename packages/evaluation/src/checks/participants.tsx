import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { ProgressBar } from '@zabuni/ui/progress'
import { UNSCORED } from '../gaps.ts'
import type { CheckedBid, Checks } from '../queries.ts'
import { Checker } from './checkers.tsx'

const TONES: Record<CheckedBid['state'], Tone> = {
  waiting: 'neutral',
  assigned: 'info',
  checked: 'warn',
  done: 'ok',
}

/** How far the checks of a bid are, in a word. */
export const StateBadge = ({ state }: { state: CheckedBid['state'] }) => {
  const { t } = useTranslation('evaluation')
  return <Badge tone={TONES[state]}>{t(`checks.states.${state}`)}</Badge>
}

/** What fails a bid so far, or that nobody may know yet. */
const Failures = ({ bid }: { bid: CheckedBid }) => {
  const { t } = useTranslation('evaluation')
  if (bid.hidden && bid.first.done) return <Badge>{t('checks.hiddenShort')}</Badge>
  return bid.failures.length ? (
    <Badge tone="bad">{t('checks.failures', { count: bid.failures.length })}</Badge>
  ) : null
}

/** The bids of a category: how far each is checked, by whom, and the way to its answers. */
export const Participants = ({ d }: { d: Checks }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { category_id: categoryId } = d
  const total = d.questions.length
  const may = d.my_interest === 'none'
  return (
    <Card title={t('bids.title')} flush>
      <ul className="divide-y divide-line">
        {d.bids.map((b) => {
          const sheet = href('conductQA', { categoryId, participantId: b.submission_id })
          const label = t('checks.progress', { done: b.first.done, total })
          const goesOn = d.open && b.first.mine && b.first.done < total
          return (
            <li
              key={b.submission_id}
              className="grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
            >
              <span className="grid min-w-0 gap-1">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-medium break-words">{b.supplier_name}</span>
                  <StateBadge state={b.state} />
                  <Failures bid={b} />
                </span>
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
                  <span>{t('bids.position', { position: b.position })}</span>
                  {b.drawn ? <span>{t('checks.drawn')}</span> : null}
                </span>
                <span className="mt-1 grid w-56 gap-1 max-sm:w-full">
                  <span className={b.first.done < total ? 'text-sm text-ink-2' : 'text-sm text-ok'}>
                    {label}
                  </span>
                  <ProgressBar
                    label={`${b.supplier_name}: ${label}`}
                    percent={total ? (100 * b.first.done) / total : 0}
                  />
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-2 sm:justify-end">
                <Checker d={d} bid={b} turn="first" />
                {may ? (
                  <LinkButton
                    to={goesOn ? to(sheet, { hash: UNSCORED }) : sheet}
                    look={goesOn ? 'primary' : 'secondary'}
                    className="max-sm:grow"
                  >
                    {t(goesOn ? 'checks.check' : 'bids.view')}
                  </LinkButton>
                ) : null}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
