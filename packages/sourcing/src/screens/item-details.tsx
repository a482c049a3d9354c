import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { useCondition } from '@zabuni/activities/ui/asset'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { ArrowLeftIcon, ArrowRightIcon, PencilIcon } from 'lucide-react'
import { quantity } from '../items/grid.tsx'
import { ItemPhotos } from '../items/photos.tsx'
import { ReserveCard } from '../items/reserve.tsx'
import { category } from '../queries.ts'

type Props = { found: Schemas['CategoryDetails']; item: Schemas['Item'] }

const What = ({ found, item }: Props) => {
  const { t, i18n } = useTranslation(['sourcing', 'activities'])
  const condition = useCondition()
  const { asset } = item
  const sold = found.policy.steps.includes('assets')
  return (
    <Card title={t('asset.what')}>
      <div className="grid gap-4">
        <Facts
          items={[
            { label: t('items.number'), value: item.number },
            ...(item.code ? [{ label: t('items.code'), value: item.code }] : []),
            {
              label: t('items.quantity'),
              value: `${quantity(item.quantity, i18n.language)} ${item.unit}`,
            },
            ...(sold
              ? [
                  { label: t('activities:asset.condition'), value: condition(asset?.condition) },
                  { label: t('activities:asset.location'), value: asset?.location || '–' },
                ]
              : []),
            { label: t('asset.category'), value: found.name },
          ]}
        />
        {asset?.notes ? (
          <div className="grid gap-1 text-sm">
            <h3 className="text-xs text-ink-3">{t('activities:asset.notes')}</h3>
            <p className="max-w-prose whitespace-pre-line">{asset.notes}</p>
          </div>
        ) : null}
      </div>
    </Card>
  )
}

/** The things before and after this one, for whoever looks through a list of them. */
const Beside = ({ found, item }: Props) => {
  const { t } = useTranslation('sourcing')
  const { href } = useActivity()
  const at = found.items.findIndex((i) => i.id === item.id)
  const to = (to: Schemas['Item'] | undefined) =>
    to ? href('itemDetails', { jobId: found.job_id, categoryId: found.id, itemId: to.id }) : null
  const before = to(found.items[at - 1])
  const after = to(found.items[at + 1])
  return before || after ? (
    <nav aria-label={t('asset.beside')} className="flex justify-between gap-2">
      <span>
        <LinkButton to={before} size="sm" icon={<ArrowLeftIcon aria-hidden="true" size={15} />}>
          {t('asset.before')}
        </LinkButton>
      </span>
      <LinkButton to={after} size="sm" icon={<ArrowRightIcon aria-hidden="true" size={15} />}>
        {t('asset.after')}
      </LinkButton>
    </nav>
  ) : null
}

/** A thing that is sold: what it is, its photographs, its reserve. */
export default function ItemDetails() {
  const { t } = useTranslation('sourcing')
  const { word, href, ids } = useActivity()
  const query = useQuery(category(ids.categoryId))
  return (
    <LoadRecord query={query} title={t('asset.what')}>
      {(found) => {
        const at = { jobId: found.job_id, categoryId: found.id }
        const item = found.items.find((i) => i.id === ids.itemId)
        const changeable = editable(found) && mayHere(found.activity, 'author')
        return (
          <Page
            title={item?.description ?? t('asset.what')}
            subtitle={item ? t('asset.numbered', { number: item.number }) : undefined}
            crumbs={[
              { label: word('list'), to: href('list') },
              { label: found.name, to: href('categoryDetails', at) },
              { label: t('tabs.items'), to: href('items', at) },
            ]}
            actions={
              item && changeable ? (
                <LinkButton
                  to={href('itemEdit', { ...at, itemId: item.id })}
                  look="primary"
                  icon={<PencilIcon aria-hidden="true" size={15} />}
                >
                  {t('asset.edit')}
                </LinkButton>
              ) : undefined
            }
          >
            {item ? (
              <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
                <div className="grid gap-4">
                  <What found={found} item={item} />
                  <ItemPhotos found={found} item={item} changeable={changeable} />
                  <Beside found={found} item={item} />
                </div>
                <ReserveCard found={found} item={item} changeable={changeable} />
              </div>
            ) : (
              <Banner tone="warn">{t('asset.gone')}</Banner>
            )}
          </Page>
        )
      }}
    </LoadRecord>
  )
}
