import { useQueryClient } from '@tanstack/react-query'
import { AssetPhotos } from '@zabuni/activities/ui/asset'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { useAct } from '@zabuni/ui/act'
import { buttonClass, IconButton } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { shrink } from '@zabuni/ui/picture'
import { CameraIcon, XIcon } from 'lucide-react'
import { useId } from 'react'
import { addItemPhoto, itemPhoto, removeItemPhoto } from '../queries.ts'

/** The most photographs that an item has. */
const MOST = 12

type Props = { found: Schemas['CategoryDetails']; item: Schemas['Item']; changeable: boolean }

const Add = ({ busy, take }: { busy: boolean; take: (files: readonly File[]) => void }) => {
  const { t } = useTranslation('sourcing')
  const id = useId()
  return (
    <span className="rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
      <label
        htmlFor={id}
        aria-disabled={busy}
        className={buttonClass('secondary', 'sm', 'cursor-pointer')}
      >
        <CameraIcon aria-hidden="true" size={15} />
        {t('asset.addPhotos')}
      </label>
      <input
        id={id}
        type="file"
        multiple
        disabled={busy}
        accept="image/jpeg,image/png"
        className="sr-only"
        onChange={(e) => {
          const files = [...(e.target.files ?? [])]
          e.target.value = ''
          take(files)
        }}
      />
    </span>
  )
}

/** The photographs of an item, added and taken away while it may change. */
export const ItemPhotos = ({ found, item, changeable }: Props) => {
  const { t } = useTranslation(['sourcing', 'activities', 'common'])
  const cache = useQueryClient()
  const { run, busy, banner } = useAct()
  const photos = item.asset?.photos ?? []
  const again = () => cache.invalidateQueries({ queryKey: keys.category(found.id) })
  const take = (files: readonly File[]) =>
    run(async () => {
      try {
        for (const file of files) {
          const photo = await shrink(file)
          const name = photo === file ? file.name : file.name.replace(/\.\w+$/, '.jpg')
          await addItemPhoto(found.id, item.id, { id: crypto.randomUUID(), name, photo })
        }
      } finally {
        await again() // those before the one that was refused are there
      }
    })
  return (
    <Card
      title={t('activities:asset.photos')}
      actions={
        changeable && photos.length < MOST ? (
          <Add busy={busy} take={(files) => void take(files)} />
        ) : undefined
      }
    >
      <div className="grid gap-3">
        {banner}
        <AssetPhotos
          photos={photos}
          photoOf={(id) => itemPhoto(found.id, item.id, id)}
          actsOf={(photo) =>
            changeable ? (
              <IconButton
                size="sm"
                className="absolute top-1 right-1 bg-surface"
                label={`${t('common:actions.remove')} ${photo.name}`}
                icon={<XIcon aria-hidden="true" size={14} />}
                onClick={() =>
                  void run(async () => {
                    await removeItemPhoto(found.id, item.id, photo.id)
                    await again()
                  })
                }
              />
            ) : null
          }
        />
        {photos.length ? null : <p className="text-sm text-ink-2">{t('asset.noPhotos')}</p>}
        {changeable ? <p className="text-xs text-ink-3">{t('asset.photosHint')}</p> : null}
      </div>
    </Card>
  )
}
