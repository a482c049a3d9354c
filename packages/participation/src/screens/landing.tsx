import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Page } from '@zabuni/ui/page'
import { Companies } from '../companies.tsx'
import { useListState } from '../list-state.ts'
import { OpenTable } from '../open-table.tsx'
import { openCategoriesQuery } from '../queries.ts'

/** Everything that is open, and whose it is. */
export default function Landing() {
  const { t } = useTranslation('bidding')
  const list = useListState()
  const open = useQuery(openCategoriesQuery({ ...list.input, fitting: list.fitting }))
  return (
    <Page title={t('open.title')} subtitle={t('open.subtitle')}>
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_300px]">
        <OpenTable list={list} query={open} withCompany />
        <Companies />
      </div>
    </Page>
  )
}
