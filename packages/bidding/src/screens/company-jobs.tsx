import { ACTIVITIES } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { OpenTable } from '../open-table.tsx'
import { companyJobsQuery } from '../queries.ts'

/** What one company has open. */
export default function CompanyJobs() {
  const { t } = useTranslation('bidding')
  const { ids, href } = useHere()
  const { companyId } = ids
  const at = useListParams()
  const jobs = useList(
    companyJobsQuery(
      companyId,
      given({
        search: at.search,
        activity: at.many('activity', ACTIVITIES),
        ...at.days('closes'),
        after: at.after,
      }),
    ),
  )
  const name = jobs.data?.items[0]?.buyer_name
  return (
    <Page
      crumbs={[{ label: t('open.title'), to: href('openJobs') }]}
      title={name ? t('companies.jobsOf', { name }) : t('companies.jobs')}
    >
      <OpenTable at={at} query={jobs} withCompany={false} />
    </Page>
  )
}
