import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { ProgressBar } from '@zabuni/ui/progress'
import { useParams } from 'react-router'
import { hrefOf, useSlot } from '../activities.ts'
import { fetchTemplate } from '../excel-card.tsx'
import { bidQuery } from '../queries.ts'

/** A long list of items becomes a workbook; the download starts when it is there. */
export default function Template() {
  const { t, i18n } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { activity } = useSlot()
  const { categoryId = '', taskId = '' } = useParams()
  const { data: bid, error: unknown } = useQuery(bidQuery(categoryId))
  const made = useQuery({
    queryKey: ['template', taskId],
    queryFn: async () => {
      if (bid) await fetchTemplate(bid, i18n.language)
      return true
    },
    enabled: !!bid,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = unknown ?? made.error
  const back = hrefOf(activity, 'advanced', { categoryId })
  return (
    <Page title={t('template.title')} width="form" subtitle={bid?.category_name}>
      <Card
        footer={
          <>
            {made.isSuccess && bid ? (
              <Button onClick={() => void fetchTemplate(bid, i18n.language)}>
                {t('template.again')}
              </Button>
            ) : null}
            {error ? (
              <Button onClick={() => void made.refetch()}>{common('actions.retry')}</Button>
            ) : null}
            {back ? (
              <LinkButton look="primary" to={back}>
                {t('template.back')}
              </LinkButton>
            ) : null}
          </>
        }
      >
        {error ? (
          <Banner tone="bad">{problemText(error)}</Banner>
        ) : (
          <div className="grid gap-3">
            <p role="status">{made.isSuccess ? t('template.done') : t('template.working')}</p>
            <ProgressBar
              label={t('template.title')}
              percent={made.isSuccess ? 100 : bid ? 50 : 10}
            />
            <p className="text-sm text-ink-2">{t('template.leave')}</p>
          </div>
        )}
      </Card>
    </Page>
  )
}
