import { ACTIVITIES } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'

/** The activities that suppliers answer by a bid: those that have a list of one's bids. */
export const useActivitiesOfBids = () => {
  const { hrefOf } = useHere()
  return ACTIVITIES.filter((activity) => hrefOf(activity, 'ordered'))
}
