import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { faultCode } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { category } from '@zabuni/sourcing/queries'
import { Banner } from '@zabuni/ui/banner'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import { MailIcon } from 'lucide-react'
import { Navigate } from 'react-router'
import { Paper } from '../paper.tsx'
import { DownloadButton, KindBadge, useLetterLanguage } from '../parts.tsx'
import { categoryLetters, preview, previewPDF } from '../queries.ts'

type Ids = { jobId: string; categoryId: string; supplierId: string }
type Which = 'award' | 'regret'

const Composed = ({ ids, kind }: { ids: Ids; kind: Which }) => {
  const { t } = useTranslation('letters')
  const { href } = useHere()
  const language = useLetterLanguage()
  const of = { category_id: ids.categoryId, supplier_id: ids.supplierId, kind, language }
  const query = useQuery(preview(of))
  const other = faultCode(query.error) === 'award.would_win' ? href('previewAward', ids) : null
  const back = href('categoryLetters', ids)
  const tabs = [
    { to: href('previewAward', ids), label: t('kinds.award'), active: kind === 'award' },
    { to: href('previewRegret', ids), label: t('kinds.regret'), active: kind === 'regret' },
  ]
  if (other) return <Navigate replace to={other} />
  return (
    <Load query={query} title={t('preview.title')}>
      {(p) => {
        const issued = p.issued_id ? href('letter', { letterId: p.issued_id }) : null
        return (
          <Page
            title={t('preview.of', { name: p.supplier_name })}
            crumbs={[{ label: p.category_name, to: back }]}
            status={<KindBadge kind={p.text.kind} />}
            subtitle={p.category_reference}
            actions={<DownloadButton read={() => previewPDF(of)} name="preview.pdf" />}
          >
            <Tabs label={t('preview.title')} items={tabs} />
            <div className="grid gap-4">
              <Banner tone="info">
                <span className="flex flex-wrap items-center justify-between gap-2">
                  {issued ? t('preview.issued') : t('preview.note')}
                  <LinkButton size="sm" to={issued}>
                    {t('actions.open')}
                  </LinkButton>
                </span>
              </Banner>
              <Paper
                text={p.text}
                from={p.buyer_name}
                to={p.supplier_name}
                reference={p.category_reference}
              />
            </div>
          </Page>
        )
      }}
    </Load>
  )
}

/** The operator reads letters once they are out; what they will say is the buyer's. */
const Issued = ({ ids, kind }: { ids: Ids; kind: Which }) => {
  const { t } = useTranslation('letters')
  const { href } = useHere()
  const query = useQuery(categoryLetters(ids.categoryId))
  const kinds = kind === 'award' ? ['award', 'success'] : ['regret']
  return (
    <Load query={query} title={t('preview.title')}>
      {(rows) => {
        const found = rows.find((l) => l.supplier_id === ids.supplierId && kinds.includes(l.kind))
        const to = found ? href('letter', { letterId: found.id }) : null
        if (to) return <Navigate replace to={to} />
        return (
          <Page title={t('preview.title')}>
            <EmptyState
              icon={<MailIcon size={18} />}
              title={t('issued.empty')}
              body={t('issued.emptyBody')}
            />
          </Page>
        )
      }}
    </Load>
  )
}

/** The award or regret letter of a bidder, before it goes out. */
export default function Preview() {
  const { t } = useTranslation('letters')
  const { desk, slot, ids } = useHere()
  const kind = slot === 'previewAward' ? 'award' : 'regret'
  return (
    <LoadRecord query={useQuery(category(ids.categoryId))} title={t('preview.title')}>
      {() =>
        desk === 'buyer' ? <Composed ids={ids} kind={kind} /> : <Issued ids={ids} kind={kind} />
      }
    </LoadRecord>
  )
}
