import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RESULT_OF } from '@zabuni/activities/activity'
import { mayHere } from '@zabuni/activities/may'
import { editable, unpublished } from '@zabuni/activities/status'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { ReasonDialog } from '@zabuni/ui/ask'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { LineLink, TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { IntakeDialog } from './intake-dialog.tsx'
import { dropIntake, endIntake, intake } from './queries.ts'

type Found = Schemas['CategoryDetails']
type Set = Schemas['Intake']

/** So many windows stand there at first: an intake of years has hundreds. */
const LATEST = 12

const Windows = ({ found, set }: { found: Found; set: Set }) => {
  const { t } = useTranslation('sourcing')
  const [all, setAll] = useState(false)
  const shown = all ? set.windows : set.windows.slice(-LATEST)
  const more = set.windows.length - shown.length
  return (
    <>
      {more ? (
        <p className="px-4 py-2.5">
          <Button size="sm" onClick={() => setAll(true)}>
            {t('intake.earlier', { count: more })}
          </Button>
        </p>
      ) : null}
      <Lines found={found} shown={shown} />
    </>
  )
}

const Lines = ({ found, shown }: { found: Found; shown: Set['windows'] }) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const moment = (at: string) => formatMoment(at, found.timezone)
  return (
    <ol className="grid divide-y divide-line text-sm">
      {shown.map((w) => (
        <li
          key={w.category_id}
          aria-current={w.category_id === found.id || undefined}
          className="relative grid gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-canvas aria-[current]:bg-canvas sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <span className="grid min-w-0 gap-0.5">
            <LineLink
              to={href('categoryDetails', { jobId: found.job_id, categoryId: w.category_id })}
            >
              {t('intake.window', { number: w.window })}
            </LineLink>
            <span className="text-ink-2">
              {t('intake.fromTo', { from: moment(w.opens_at), to: moment(w.closes_at) })}
            </span>
          </span>
          <span className="flex flex-wrap items-center gap-3 sm:justify-end">
            {w.bids === undefined ? null : (
              <span className="text-ink-2">{t('intake.bids', { count: w.bids })}</span>
            )}
            <CategoryBadge status={w.status} activity={found.activity} />
          </span>
        </li>
      ))}
    </ol>
  )
}

const Said = ({ found, set }: { found: Found; set: Set }) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const moment = (at: string) => formatMoment(at, found.timezone)
  return (
    <div className="grid gap-1 px-4 py-3 text-sm">
      <p>
        {set.ended_at ? null : t(`intake.says.${set.every}`, { at: moment(set.until) })}{' '}
        {t('intake.each')}
      </p>
      {set.ended_at ? (
        <p className="wrap-anywhere">
          {t('intake.ended', { at: moment(set.ended_at), reason: set.end_reason })}
        </p>
      ) : null}
      {unpublished(found) ? null : (
        <p className="text-ink-2">
          {set.follows ? t('intake.follows', { at: moment(set.follows) }) : t('intake.last')}
        </p>
      )}
      {unpublished(found) ? null : (
        <p>
          <TextLink
            link="text-brand hover:underline"
            to={href('supplierList', { listId: set.list_id })}
          >
            {t('intake.list')}
          </TextLink>
        </p>
      )}
    </div>
  )
}

// What an author can do about it in the category's present state.
const Acts = ({ found, set }: { found: Found; set: Set | undefined }) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const [asking, setAsking] = useState<'set' | 'end'>()
  if (!mayHere(found.activity, 'author')) return null
  const close = () => setAsking(undefined)
  const done = async (message: string) => {
    await cache.invalidateQueries({ queryKey: keys.category(found.id) })
    close()
    toast('ok', message)
  }
  return (
    <>
      {editable(found) ? (
        <Button size="sm" onClick={() => setAsking('set')}>
          {set ? t('common:actions.edit') : t('intake.set')}
        </Button>
      ) : null}
      {editable(found) && set ? (
        <ActButton
          size="sm"
          act={async () => {
            await dropIntake(found.id)
            await done(t('intake.dropped'))
          }}
        >
          {t('intake.drop')}
        </ActButton>
      ) : null}
      {set?.follows && !unpublished(found) ? (
        <Button size="sm" onClick={() => setAsking('end')}>
          {t('intake.end')}
        </Button>
      ) : null}
      {asking === 'set' ? (
        <IntakeDialog
          found={found}
          set={set}
          onClose={close}
          onDone={() => done(t('intake.done'))}
        />
      ) : null}
      <ReasonDialog
        open={asking === 'end'}
        onClose={close}
        danger
        title={t('intake.endTitle')}
        description={t('intake.endBody')}
        reasonHint={t('cancelJob.reasonHint')}
        action={t('intake.end')}
        send={async (reason) => {
          await endIntake(found.id, { reason })
          await done(t('intake.endDone'))
        }}
      />
    </>
  )
}

/** Of a category that makes a list: whether it takes applications once or window after window, and its windows. */
export const IntakeCard = ({ found }: { found: Found }) => {
  const { t } = useTranslation('sourcing')
  const rolls = RESULT_OF[found.activity] === 'list' && !found.parent_id
  const query = useQuery({ ...intake(found.id), enabled: rolls })
  if (!rolls) return null
  return (
    <Load query={query} title={t('intake.title')}>
      {({ intake: set }) =>
        set || editable(found) ? (
          <Card flush title={t('intake.title')} actions={<Acts found={found} set={set} />}>
            {set ? (
              <div className="grid divide-y divide-line">
                <Said found={found} set={set} />
                {unpublished(found) ? null : <Windows found={found} set={set} />}
              </div>
            ) : (
              <p className="px-4 py-3 text-sm text-ink-2">{t('intake.once')}</p>
            )}
          </Card>
        ) : null
      }
    </Load>
  )
}
