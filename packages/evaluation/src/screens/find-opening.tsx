import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Navigate } from 'react-router'
import { desk } from '../queries.ts'

// The message is still there, and says what it is about.
const NOT_HERE = '/notifications'

/** Where messages lead that name an opening: its screen, whatever the activity, and what came of it once it has results. */
export default function FindOpening() {
  const { t } = useTranslation('evaluation')
  const { ids, hrefOf } = useHere()
  const query = useQuery(desk(ids.categoryId))
  return (
    <Load query={query} title={t('titles.opening')}>
      {({ activity, status, category_id: categoryId }) => (
        <Navigate
          replace
          to={
            hrefOf(activity, status === 'evaluated' ? 'ranking' : 'opening', { categoryId }) ??
            NOT_HERE
          }
        />
      )}
    </Load>
  )
}
