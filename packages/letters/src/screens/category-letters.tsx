import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { faultCode } from '@zabuni/api/error'
import { WorkTabs } from '@zabuni/evaluation/frame'
import { useTranslation } from '@zabuni/i18n'
import { category } from '@zabuni/sourcing/queries'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { GavelIcon } from 'lucide-react'
import { useState } from 'react'
import { Bids } from '../award/bids.tsx'
import { Complaints } from '../award/complaints.tsx'
import { Decide, Decided } from '../award/decide.tsx'
import { Items } from '../award/items.tsx'
import { type Choice, firstChoice, linesOf, proposed } from '../award/outcome.ts'
import { Recommend } from '../award/recommend.tsx'
import { SendLetters } from '../award/send.tsx'
import { IssuedLetters } from '../issued.tsx'
import { categoryLetters, type Standing, standing as standingQuery } from '../queries.ts'

const titleOf = ({ steps, selects }: Standing['policy']) =>
  !steps.includes('letters') ? 'award.plain' : selects === 'all' ? 'award.result' : 'award.title'

const Sheet = ({ s }: { s: Standing }) => {
  const { t } = useTranslation('letters')
  const { href } = useHere()
  const mayRecommend =
    (s.status === 'evaluated' || s.status === 'recommended') && mayHere(s.activity, 'judge')
  const [picked, setPicked] = useState<Choice>()
  const choice = picked ?? firstChoice(s)
  const letters = s.policy.steps.includes('letters')
  // What somebody looks at who chooses nothing: what was proposed or decided, if anything was.
  const chosen =
    mayRecommend || s.recommendation || s.award
      ? linesOf(s, choice).map((line) => line.submission_id)
      : []
  const category = href('categoryDetails', { jobId: s.job_id, categoryId: s.category_id })
  const words = href('jobLetters', { jobId: s.job_id })
  return (
    <Page
      title={t(titleOf(s.policy))}
      crumbs={[{ label: s.name, to: category }]}
      status={<CategoryBadge status={s.status} activity={s.activity} />}
      subtitle={`${s.reference} · ${s.job_title}`}
      actions={
        letters ? (
          <>
            {mayHere(s.activity, 'award') ? <SendLetters standing={s} /> : null}
            <LinkButton to={words}>{t('templates.title')}</LinkButton>
          </>
        ) : null
      }
    >
      <WorkTabs d={s} />
      <div className="grid gap-4 grid-cols-1 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start">
        <div className="grid grid-cols-1 gap-4">
          {choice.kind === 'line' ? (
            <Items
              standing={s}
              picks={choice.picks}
              onPick={mayRecommend ? (picks) => setPicked({ kind: 'line', picks }) : undefined}
            />
          ) : (
            <Bids
              standing={s}
              chosen={chosen}
              onChoose={
                mayRecommend && choice.kind === 'one'
                  ? (submission) => setPicked({ kind: 'one', submission })
                  : undefined
              }
            />
          )}
          {s.award && letters ? (
            <section className="grid grid-cols-1 gap-2">
              <h2 className="text-base font-semibold">{t('issued.title')}</h2>
              <IssuedLetters rows={s.issued} />
            </section>
          ) : null}
        </div>
        <div className="grid gap-4">
          {s.award ? <Decided standing={s} /> : <Decide standing={s} />}
          {s.award ? <Complaints standing={s} /> : null}
          {mayRecommend && !proposed(s, choice) ? <Recommend standing={s} choice={choice} /> : null}
        </div>
      </div>
    </Page>
  )
}

const BuyerSheet = ({ categoryId }: { categoryId: string }) => {
  const { t } = useTranslation('letters')
  const { href } = useHere()
  const query = useQuery(standingQuery(categoryId))
  const code = query.isError ? faultCode(query.error) : undefined
  const apart = code === 'opening.apart'
  const none = apart || code === 'award.not_evaluated'
  const record = useQuery({ ...category(categoryId), enabled: none })
  if (none)
    return (
      <LoadRecord query={record} title={t('award.title')}>
        {(c) => (
          <Page
            title={t(titleOf(c.policy))}
            crumbs={[
              {
                label: c.name,
                to: href('categoryDetails', { jobId: c.job_id, categoryId: c.id }),
              },
            ]}
            status={<CategoryBadge status={c.status} activity={c.activity} />}
          >
            <EmptyState
              icon={<GavelIcon size={18} />}
              title={t(apart ? 'award.apart' : 'award.notYet')}
              body={t(apart ? 'award.apartBody' : 'award.notYetBody')}
            />
          </Page>
        )}
      </LoadRecord>
    )
  return (
    <LoadRecord query={query} title={t('award.title')}>
      {(s) => <Sheet s={s} />}
    </LoadRecord>
  )
}

const OperatorSheet = ({ jobId, categoryId }: { jobId: string; categoryId: string }) => {
  const { t } = useTranslation('letters')
  const { href } = useHere()
  const query = useQuery(categoryLetters(categoryId))
  const words = href('jobLetters', { jobId })
  return (
    <LoadRecord query={useQuery(category(categoryId))} title={t('issued.title')}>
      {() => (
        <Load query={query} title={t('issued.title')}>
          {(rows) => (
            <Page
              title={t('issued.title')}
              actions={<LinkButton to={words}>{t('templates.title')}</LinkButton>}
            >
              <IssuedLetters rows={rows} />
            </Page>
          )}
        </Load>
      )}
    </LoadRecord>
  )
}

/** Award and letters of a category: the buyer decides here, the operator reads what went out. */
export default function CategoryLetters() {
  const { desk, ids } = useHere()
  return desk === 'buyer' ? (
    <BuyerSheet categoryId={ids.categoryId} />
  ) : (
    <OperatorSheet jobId={ids.jobId} categoryId={ids.categoryId} />
  )
}
