import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Page } from '@zabuni/ui/page'
import { useParams } from 'react-router'
import { useListState } from '../list-state.ts'
import { OpenTable } from '../open-table.tsx'
import { companyJobsQuery } from '../queries.ts'

/** What one company has open. */
export default function CompanyJobs() {
  const { t } = useTranslation('bidding')
  const { id = '' } = useParams()
  const list = useListState()
  const jobs = useQuery(companyJobsQuery(id, list.input))
  const name = jobs.data?.items[0]?.buyer_name
  return (
    <Page
      crumbs={[{ label: t('open.title'), to: '/supplier/landing' }]}
      title={name ? t('companies.jobsOf', { name }) : t('companies.jobs')}
    >
      <OpenTable list={list} query={jobs} withCompany={false} />
    </Page>
  )
}
