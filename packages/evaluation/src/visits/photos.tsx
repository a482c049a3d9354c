import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UploadState } from '@zabuni/api/uploads'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { useAct } from '@zabuni/ui/act'
import { buttonClass, IconButton } from '@zabuni/ui/button'
import { Picture, shrink } from '@zabuni/ui/picture'
import { CameraIcon, RotateCwIcon, XIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import {
  removeVisitPhoto,
  type VisitCell,
  type VisitSheet,
  visitPhoto,
  visitSheet,
} from '../queries.ts'
import type { VisitWork } from './work.ts'

const Frame = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <li className="grid w-28 gap-1 text-xs text-ink-3">
    <span className="relative grid size-28 overflow-hidden rounded-md border border-line bg-sunken">
      {children}
    </span>
    {below}
  </li>
)

const Stored = ({
  submission,
  photo,
  acts,
}: {
  submission: string
  photo: VisitCell['photos'][number]
  acts?: ReactNode
}) => {
  const { t } = useTranslation('evaluation')
  const { data } = useQuery(visitPhoto(submission, photo.id))
  return (
    <Frame below={<span className="truncate">{photo.by}</span>}>
      <Picture bytes={data} alt={t('visits.photoOf', { name: photo.name })} />
      {acts}
    </Frame>
  )
}

/** The photographs of a question, as they were sent. */
export const Photos = ({ submission, cell }: { submission: string; cell: VisitCell }) =>
  cell.photos.length ? (
    <ul className="flex flex-wrap gap-2">
      {cell.photos.map((photo) => (
        <Stored key={photo.id} submission={submission} photo={photo} />
      ))}
    </ul>
  ) : null

const corner = 'absolute top-1 right-1 bg-surface'

const Waiting = ({ upload, work }: { upload: UploadState; work: VisitWork }) => {
  const { t } = useTranslation(['evaluation', 'common'])
  const failed = upload.state === 'failed'
  return (
    <Frame
      below={
        <span className={failed ? 'text-bad' : undefined}>
          {failed
            ? problemText(upload.error)
            : t(upload.state === 'sending' ? 'visits.photoSending' : 'visits.photoWaits')}
        </span>
      }
    >
      <Picture bytes={upload.blob} alt={t('visits.photoOf', { name: upload.name })} />
      <span className="absolute top-1 right-1 flex gap-1">
        {failed ? (
          <IconButton
            size="sm"
            className="bg-surface"
            label={t('common:actions.retry')}
            icon={<RotateCwIcon aria-hidden="true" size={14} />}
            onClick={() => work.uploads.retry(upload.id)}
          />
        ) : null}
        <IconButton
          size="sm"
          className="bg-surface"
          label={`${t('common:actions.remove')} ${upload.name}`}
          icon={<XIcon aria-hidden="true" size={14} />}
          onClick={() => void work.uploads.remove(upload.id)}
        />
      </span>
    </Frame>
  )
}

/** Takes photographs of a question; what is not sent stays on the device. */
export const TakePhotos = ({
  sheet,
  cell,
  work,
  uploads,
}: {
  sheet: VisitSheet
  cell: VisitCell
  work: VisitWork
  uploads: readonly UploadState[]
}) => {
  const { t } = useTranslation(['evaluation', 'common'])
  const client = useQueryClient()
  const { run, banner } = useAct()
  const id = useId()
  const waiting = uploads.filter(({ question }) => question === cell.id)
  const take = async (files: readonly File[]) => {
    for (const file of files) {
      const photo = await shrink(file)
      const name = photo === file ? file.name : file.name.replace(/\.\w+$/, '.jpg')
      await work.uploads.add(cell.id, photo, name)
    }
  }
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{t('visits.photos')}</p>
      {banner}
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {cell.photos.map((photo) => (
          <Stored
            key={photo.id}
            submission={sheet.submission_id}
            photo={photo}
            acts={
              <IconButton
                size="sm"
                className={corner}
                label={`${t('common:actions.remove')} ${photo.name}`}
                icon={<XIcon aria-hidden="true" size={14} />}
                onClick={() =>
                  run(async () => {
                    await removeVisitPhoto(sheet.submission_id, photo.id)
                    await client.invalidateQueries({
                      queryKey: visitSheet(sheet.category_id, sheet.submission_id).queryKey,
                    })
                  })
                }
              />
            }
          />
        ))}
        {waiting.map((upload) => (
          <Waiting key={upload.id} upload={upload} work={work} />
        ))}
      </ul>
      <span className="rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
        <label htmlFor={id} className={buttonClass('secondary', 'md', 'w-full cursor-pointer')}>
          <CameraIcon aria-hidden="true" size={16} />
          {t('visits.photo')}
        </label>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          className="sr-only"
          onChange={(e) => {
            const files = [...(e.target.files ?? [])]
            e.target.value = ''
            void run(() => take(files))
          }}
        />
      </span>
    </div>
  )
}
