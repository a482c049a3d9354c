import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { LinkButton } from '@zabuni/ui/link-button'
import type { Desk } from './queries.ts'

/** Why prices or results that are there are not shown, and the way to what ends that. */
export const WithheldNote = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  if (!d.withheld) return null
  return (
    <Banner tone="warn">
      <span className="grid justify-items-start gap-2">
        {t(`withheld.${d.withheld}`)}
        {d.asks ? (
          <LinkButton to={href('evaluationInstructions', { categoryId: d.category_id })} size="sm">
            {t('declaration.title')}
          </LinkButton>
        ) : null}
      </span>
    </Banner>
  )
}
