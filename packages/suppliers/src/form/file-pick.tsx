import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { FileDrop, type Uploaded } from '@zabuni/ui/file-drop'
import { useEffect, useState } from 'react'
import { upload } from '../queries.ts'

/** One file of a profile: sent as soon as it is chosen, attached when the form is saved. */
export const FilePick = ({
  company,
  kind,
  value,
  onChange,
  error,
  ...drop
}: {
  company: string
  kind: 'logo' | 'document' | 'proof'
  label: string
  hint?: string
  types?: readonly string[]
  maxBytes?: number
  /** The upload that the form holds; empty for none. */
  value: string
  onChange: (id: string) => void
  error?: string | undefined
}) => {
  const { i18n } = useTranslation()
  const [shown, setShown] = useState<Uploaded | null>(null)
  // A form that was saved or begun again holds no upload any more.
  useEffect(() => {
    if (!value) setShown((now) => (now?.percent === 100 ? null : now))
  }, [value])
  const send = async (bytes: File) => {
    const { name, size } = bytes
    const show = (more: Partial<Uploaded>) => setShown({ id: name, name, size, ...more })
    show({ percent: 0 })
    try {
      const id = await upload(company, kind, bytes, (percent) => show({ percent }))
      show({ percent: 100 })
      onChange(id)
    } catch (failure) {
      show({ error: problemText(failure, i18n) })
    }
  }
  return (
    <div className="grid gap-1">
      <FileDrop
        {...drop}
        multiple={false}
        files={shown ? [shown] : []}
        onPick={([first]) => first && void send(first)}
        onRemove={() => {
          setShown(null)
          onChange('')
        }}
      />
      {error ? (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      ) : null}
    </div>
  )
}
