import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Navigate } from 'react-router'
import { desk } from '../queries.ts'

// The message is still there, and says what it is about.
const NOT_HERE = '/notifications'

// From here on what there is to do about a category is its decision, and what is complained of that.
const DECIDED = ['recommended', 'notified', 'awarded', 'complete', 'unsuccessful']

const slotOf = (activity: string, status: string) => {
  if (DECIDED.includes(status) && (mayHere(activity, 'award') || mayHere(activity, 'judge')))
    return 'categoryLetters'
  return status === 'evaluated' ? 'ranking' : 'opening'
}

/** Where messages lead that name an opening: its screen, whatever the activity, and what came of it once it has results. */
export default function FindOpening() {
  const { t } = useTranslation('evaluation')
  const { ids, hrefOf } = useHere()
  const query = useQuery(desk(ids.categoryId))
  return (
    <Load query={query} title={t('titles.opening')}>
      {({ activity, status, job_id: jobId, category_id: categoryId }) => {
        const slot = slotOf(activity, status)
        // What a path does not name would stand behind it as a question.
        const to =
          slot === 'categoryLetters'
            ? hrefOf(activity, slot, { jobId, categoryId })
            : hrefOf(activity, slot, { categoryId })
        return <Navigate replace to={to ?? NOT_HERE} />
      }}
    </Load>
  )
}
