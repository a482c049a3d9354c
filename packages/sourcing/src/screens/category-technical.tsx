import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { ListChecksIcon } from 'lucide-react'
import { Criteria } from '../category/criteria.tsx'
import { CategoryFrame } from '../category/frame.tsx'

/** The conditions of a category at an address of their own, where the desk has one. */
export default function CategoryTechnical() {
  const { t } = useTranslation('sourcing')
  return (
    <CategoryFrame tab="criteria">
      {(props) =>
        props.policy.steps.includes('criteria') ? (
          <Criteria {...props} />
        ) : (
          <Card flush>
            <EmptyState
              icon={<ListChecksIcon size={18} />}
              title={t('technical.none')}
              body={t('technical.noneBody')}
            />
          </Card>
        )
      }
    </CategoryFrame>
  )
}
