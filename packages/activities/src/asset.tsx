import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { keys } from '@zabuni/api/keys'
import type { Schemas } from '@zabuni/api/supplier'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { Dialog } from '@zabuni/ui/dialog'
import { Picture } from '@zabuni/ui/picture'
import { LockKeyholeIcon, LockKeyholeOpenIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** What an item is besides, where things are sold. */
export type Asset = Schemas['Asset']
/** Reads a photograph of an item by its id. */
export type PhotoOf = (
  id: string,
) => UseQueryOptions<Blob, Error, Blob, ReturnType<typeof keys.itemPhoto>>

const Photo = ({
  query,
  name,
  acts,
}: {
  query: ReturnType<PhotoOf>
  name: string
  acts: ReactNode
}) => {
  const { t } = useTranslation('activities')
  const { data } = useQuery(query)
  const [large, setLarge] = useState(false)
  return (
    <li className="relative">
      <button
        type="button"
        aria-label={t('asset.enlarge', { name })}
        onClick={() => setLarge(true)}
        className="grid aspect-[4/3] w-full overflow-hidden rounded-md border border-line bg-sunken"
      >
        <Picture bytes={data} alt="" />
      </button>
      {acts}
      <Dialog open={large} onClose={() => setLarge(false)} title={name}>
        <Picture
          bytes={data}
          alt={t('asset.photoOf', { name })}
          className="max-h-[65dvh] w-full rounded-md object-contain"
        />
      </Dialog>
    </li>
  )
}

/** The photographs of an item; each opens large. */
export const AssetPhotos = ({
  photos,
  photoOf,
  actsOf,
}: {
  photos: Asset['photos']
  photoOf: PhotoOf
  actsOf?: (photo: Asset['photos'][number]) => ReactNode
}) => {
  const { t } = useTranslation('activities')
  return photos.length ? (
    <ul
      aria-label={t('asset.photos')}
      className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2"
    >
      {photos.map((photo) => (
        <Photo
          key={photo.id}
          query={photoOf(photo.id)}
          name={photo.name}
          acts={actsOf?.(photo) ?? null}
        />
      ))}
    </ul>
  ) : null
}

/** The condition of a thing in words. */
export const useCondition = () => {
  const { t } = useTranslation('activities')
  return (condition: Asset['condition']) =>
    condition ? t(`asset.conditions.${condition}`) : t('asset.unknown')
}

/** The least for which a unit is sold: sealed, or opened with what proves it. */
export const ReserveLine = ({
  reserve,
  unit,
  zone,
}: {
  reserve: NonNullable<Asset['reserve']>
  unit: string
  zone: string
}) => {
  const { t, i18n } = useTranslation('activities')
  const { opened } = reserve
  const Icon = opened ? LockKeyholeOpenIcon : LockKeyholeIcon
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex items-center gap-2 font-medium">
        <Icon aria-hidden="true" size={15} className="shrink-0 text-brand" />
        {opened
          ? t('asset.reserveOf', {
              amount: formatMoney(opened.amount, reserve.currency, i18n.language),
              unit,
            })
          : t('asset.reserveSealed')}
      </p>
      {opened ? (
        <p className="text-xs text-ink-2">
          {t('asset.reserveOpened', { at: formatMoment(opened.opened_at, zone) })}
        </p>
      ) : null}
      {opened?.reason ? (
        <p className="text-xs text-ink-2">{t('asset.reserveWhy', { reason: opened.reason })}</p>
      ) : null}
      <dl className="grid gap-0.5 text-xs">
        <dt className="text-ink-3">{t('asset.commitment')}</dt>
        <dd className="font-mono break-all">{reserve.commitment}</dd>
        {opened ? (
          <>
            <dt className="pt-1 text-ink-3">{t('asset.salt')}</dt>
            <dd className="font-mono break-all">{opened.salt}</dd>
          </>
        ) : null}
      </dl>
    </div>
  )
}

/** What a bidder reads of a thing before offering a price for it. */
export const AssetLook = ({
  asset,
  unit,
  zone,
  photoOf,
}: {
  asset: Asset
  unit: string
  zone: string
  photoOf: PhotoOf
}) => {
  const { t } = useTranslation('activities')
  const condition = useCondition()
  return (
    <div className="grid gap-2 pt-1">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        <span>{t('asset.inCondition', { condition: condition(asset.condition) })}</span>
        {asset.location ? <span>{t('asset.standsAt', { place: asset.location })}</span> : null}
      </p>
      {asset.notes ? <p className="text-sm whitespace-pre-line">{asset.notes}</p> : null}
      <AssetPhotos photos={asset.photos} photoOf={photoOf} />
      {asset.reserve ? <ReserveLine reserve={asset.reserve} unit={unit} zone={zone} /> : null}
    </div>
  )
}
