import { useTranslation } from '@zabuni/i18n'
import { BuyerList } from '../buyer-list.tsx'
import { useActivity } from '../use-activity.tsx'

/** Where an activity's jobs begin for the operator: with whose they are. */
export default function Buyers() {
  const { t } = useTranslation('sourcing')
  const { activity, href } = useActivity()
  return <BuyerList title={t(`words.${activity}.list`)} list={href('list') ?? ''} />
}
