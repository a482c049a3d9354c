import { ACTIVITIES } from '@zabuni/activities/activity'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Companies } from '../companies.tsx'
import { OpenTable } from '../open-table.tsx'
import { openCategoriesQuery } from '../queries.ts'

/** Everything that is open, and whose it is. */
export default function Landing() {
  const { t } = useTranslation('bidding')
  const at = useListParams()
  const open = useList(
    openCategoriesQuery(
      given({
        search: at.search,
        activity: at.many('activity', ACTIVITIES),
        fitting: at.get('fitting') === '1',
        ...at.days('closes'),
        after: at.after,
      }),
    ),
  )
  return (
    <Page title={t('open.title')} subtitle={t('open.subtitle')}>
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_300px]">
        <OpenTable at={at} query={open} withCompany />
        <Companies />
      </div>
    </Page>
  )
}
