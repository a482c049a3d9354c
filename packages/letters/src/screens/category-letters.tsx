import { useQuery } from '@tanstack/react-query'
import { faultCode } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { CATEGORY_TONES, statusOf } from '@zabuni/sourcing/status'
import { Badge } from '@zabuni/ui/badge'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { GavelIcon } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Bids } from '../award/bids.tsx'
import { Decide, Decided } from '../award/decide.tsx'
import { Recommend } from '../award/recommend.tsx'
import { SendLetters } from '../award/send.tsx'
import { useDesk } from '../desk.ts'
import { IssuedLetters } from '../issued.tsx'
import { categoryLetters, type Standing, standing as standingQuery } from '../queries.ts'

const Sheet = ({ s }: { s: Standing }) => {
  const { t } = useTranslation(['letters', 'sourcing'])
  const { href, categoryHref } = useDesk()
  const open = s.status === 'evaluated' || s.status === 'recommended'
  const mayRecommend = open && mayI('EVALUATE_BIDS')
  const best = s.bids.find((b) => b.rank === 1)?.submission_id
  const [picked, setPicked] = useState<string>()
  const settled = s.award?.submission_id ?? s.recommendation?.submission_id
  const chosen = s.one_winner
    ? (picked ?? settled ?? (mayRecommend ? best : undefined))
    : s.recommendation || s.award
      ? 'all'
      : undefined
  // What is proposed already needs no second proposal; another choice does.
  const standing = !!s.recommendation && (!s.one_winner || chosen === settled)
  const category = categoryHref({ jobId: s.job_id, categoryId: s.category_id })
  const words = href('jobLetters', { jobId: s.job_id })
  return (
    <Page
      title={t('award.title')}
      crumbs={category ? [{ label: s.name, to: category }] : []}
      status={
        <Badge tone={CATEGORY_TONES[statusOf(s)]}>
          {t(`sourcing:categoryStatus.${statusOf(s)}`)}
        </Badge>
      }
      subtitle={`${s.reference} · ${s.job_title}`}
      actions={
        s.has_letters ? (
          <>
            {mayI('AWARD_JOB') ? <SendLetters standing={s} /> : null}
            {words ? <LinkButton to={words}>{t('templates.title')}</LinkButton> : null}
          </>
        ) : null
      }
    >
      <div className="grid gap-4 grid-cols-1 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start">
        <div className="grid grid-cols-1 gap-4">
          <Bids standing={s} chosen={chosen} onChoose={mayRecommend ? setPicked : undefined} />
          {s.award && s.has_letters ? (
            <section className="grid grid-cols-1 gap-2">
              <h2 className="text-base font-semibold">{t('issued.title')}</h2>
              <IssuedLetters rows={s.issued} />
            </section>
          ) : null}
        </div>
        <div className="grid gap-4">
          {s.award ? <Decided standing={s} /> : <Decide standing={s} />}
          {mayRecommend && !standing ? (
            <Recommend key={chosen} standing={s} chosen={chosen} />
          ) : null}
        </div>
      </div>
    </Page>
  )
}

const BuyerSheet = ({ categoryId }: { categoryId: string }) => {
  const { t } = useTranslation('letters')
  const query = useQuery(standingQuery(categoryId))
  if (query.isError && faultCode(query.error) === 'award.not_evaluated')
    return (
      <Page title={t('award.title')}>
        <EmptyState
          icon={<GavelIcon size={18} />}
          title={t('award.notYet')}
          body={t('award.notYetBody')}
        />
      </Page>
    )
  return (
    <Load query={query} title={t('award.title')}>
      {(s) => <Sheet s={s} />}
    </Load>
  )
}

const OperatorSheet = ({ jobId, categoryId }: { jobId: string; categoryId: string }) => {
  const { t } = useTranslation('letters')
  const { href } = useDesk()
  const query = useQuery(categoryLetters(categoryId))
  const words = href('jobLetters', { jobId })
  return (
    <Load query={query} title={t('issued.title')}>
      {(rows) => (
        <Page
          title={t('issued.title')}
          actions={words ? <LinkButton to={words}>{t('templates.title')}</LinkButton> : null}
        >
          <IssuedLetters rows={rows} />
        </Page>
      )}
    </Load>
  )
}

/** Award and letters of a category: the buyer decides here, the operator reads what went out. */
export default function CategoryLetters() {
  const { jobId = '', categoryId = '' } = useParams()
  const { desk } = useDesk()
  return desk === 'buyer' ? (
    <BuyerSheet categoryId={categoryId} />
  ) : (
    <OperatorSheet jobId={jobId} categoryId={categoryId} />
  )
}
