import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { FileDrop, type Uploaded } from '@zabuni/ui/file-drop'
import { useEffect, useRef, useState } from 'react'
import { upload } from '../queries.ts'

/** One file of a profile: sent as soon as it is chosen, attached when the form is saved. */
export const FilePick = ({
  company,
  kind,
  value,
  onChange,
  wait,
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
  /** Of the form: it is not sent while a file is on its way. */
  wait: (coming: Promise<boolean>) => void
  error?: string | undefined
}) => {
  const { i18n } = useTranslation()
  const [shown, setShown] = useState<Uploaded | null>(null)
  // A form that was saved or begun again holds no upload any more.
  useEffect(() => {
    if (!value) setShown((now) => (now?.percent === 100 ? null : now))
  }, [value])
  const chosen = useRef<File>(null)
  const send = async (bytes: File): Promise<boolean> => {
    const { name, size } = bytes
    chosen.current = bytes
    // What was taken away or chosen anew meanwhile says nothing any more.
    const still = () => chosen.current === bytes
    const show = (more: Partial<Uploaded>) => still() && setShown({ id: name, name, size, ...more })
    show({ percent: 0 })
    try {
      const id = await upload(company, kind, bytes, (percent) => show({ percent }))
      show({ percent: 100 })
      if (still()) onChange(id)
      return true
    } catch (failure) {
      show({ error: problemText(failure, i18n) })
      return !still()
    }
  }
  return (
    <div className="grid gap-1">
      <FileDrop
        {...drop}
        multiple={false}
        files={shown ? [shown] : []}
        onPick={([first]) => first && wait(send(first))}
        onRemove={() => {
          chosen.current = null
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
