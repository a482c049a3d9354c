import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AddendumText } from '@zabuni/activities/ui/addenda'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatDecimal, formatMoment } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { acknowledge, addendaQuery, type Bid, type CategoryPreview, fileOf } from './queries.ts'

/** What has changed since a category was published; nothing where nothing has. */
export const Addenda = ({ preview }: { preview: CategoryPreview }) => {
  const { t } = useTranslation('bidding')
  const query = useQuery(addendaQuery(preview.id))
  return (
    <Load query={query} title={t('addenda.title')}>
      {(all) =>
        all.items.length ? (
          <Card title={t('addenda.title')}>
            <ul className="grid gap-4">
              {all.items.map((of) => (
                <li key={of.id}>
                  <AddendumText of={of} zone={preview.timezone} />
                </li>
              ))}
            </ul>
          </Card>
        ) : null
      }
    </Load>
  )
}

const Unread = ({ bid }: { bid: Bid }) => {
  const { t } = useTranslation('bidding')
  const cache = useQueryClient()
  const query = useQuery(addendaQuery(bid.category_id))
  return (
    <Load query={query} title={t('addenda.title')}>
      {(all) => {
        const unread = all.items.filter((of) => of.number > bid.addenda_read)
        const latest = unread[0]
        return latest ? (
          <Card title={t('addenda.unread', { count: unread.length })}>
            <ul className="grid gap-4">
              {unread.map((of) => (
                <li key={of.id}>
                  <AddendumText of={of} zone={bid.timezone} />
                </li>
              ))}
            </ul>
            <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
              <p className="text-sm text-ink-2">{t('addenda.before')}</p>
              <ActButton
                look="primary"
                act={async () => {
                  await acknowledge(bid.id, latest.number)
                  await cache.invalidateQueries({ queryKey: keys.bid(bid.category_id) })
                }}
              >
                {t('addenda.read')}
              </ActButton>
            </div>
          </Card>
        ) : null
      }}
    </Load>
  )
}

const Idle = ({ bid }: { bid: Bid }) => {
  const { t, i18n } = useTranslation('bidding')
  return (
    <Card title={t('addenda.idle')}>
      <p className="max-w-prose text-sm text-ink-2">{t('addenda.idleNote')}</p>
      <ul className="mt-3 divide-y divide-line text-sm">
        {bid.idle.map((one) => (
          <li key={one.id} className="grid gap-1 py-2">
            <p className="text-xs text-ink-2 break-words">
              {t('addenda.wentBy', { number: one.addendum })} · {one.label}
            </p>
            {one.unit_price ? (
              <p className="tabular">
                {bid.currency} {formatDecimal(one.unit_price, i18n.language)}
              </p>
            ) : null}
            {one.value || one.remarks ? (
              <p className="max-w-prose break-words whitespace-pre-wrap">
                {one.value || one.remarks}
              </p>
            ) : null}
            {one.files.map((file) => (
              <div key={file.id}>
                <ActButton
                  size="sm"
                  act={async () => saveFile(await fileOf(bid.id, file.id), file.name)}
                >
                  {t('file.download', { name: file.name })}
                </ActButton>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Of a bid in a category that has changed: what is to be read, and whether the bid counts. */
export const AddendaNote = ({ bid }: { bid: Bid }) => {
  const { t } = useTranslation('bidding')
  const unread = bid.open && bid.addenda > bid.addenda_read
  const set = bid.status === 'needs_confirmation'
  if (!unread && !set && !bid.idle.length) return null
  return (
    <div className="mb-4 grid gap-4">
      {set ? (
        <Banner tone="warn">
          {t(bid.open ? 'addenda.confirm' : 'addenda.unconfirmed', {
            version: bid.receipts[0]?.version ?? 0,
            at: formatMoment(bid.closes_at, bid.timezone),
          })}
        </Banner>
      ) : null}
      {unread ? <Unread bid={bid} /> : null}
      {bid.idle.length ? <Idle bid={bid} /> : null}
    </div>
  )
}
