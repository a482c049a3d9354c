import { ApiError } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { FileDrop, type Uploaded } from '@zabuni/ui/file-drop'
import { useRef, useState } from 'react'
import { sendFile } from './queries.ts'

/** A file that was sent and is taken when its form is. */
export type Picked = { id: string; name: string }

/** A file as a field of a form: sent as soon as it is chosen, while the form waits for it. */
export const FilePick = ({
  label,
  types,
  value,
  onChange,
  error,
  wait,
  send: transfer = (whole, onPercent) => sendFile('', whole, onPercent),
}: {
  label: string
  types: readonly string[]
  value: Picked | null
  onChange: (file: Picked | null) => void
  error: string | undefined
  wait: (coming: Promise<boolean>) => void
  /** Sends it elsewhere than to the buyer's own contracts. */
  send?: (whole: File, onPercent: (percent: number) => void) => Promise<{ file?: string }>
}) => {
  const { i18n } = useTranslation()
  const [moving, setMoving] = useState<Uploaded | null>(null)
  const chosen = useRef<File>(null)
  const send = async (whole: File): Promise<boolean> => {
    chosen.current = whole
    onChange(null)
    // What was taken away or chosen anew meanwhile says nothing any more.
    const still = () => chosen.current === whole
    const show = (more: Partial<Uploaded>) =>
      still() && setMoving({ id: whole.name, name: whole.name, size: whole.size, ...more })
    show({ percent: 0 })
    try {
      const sent = await transfer(whole, (percent) => show({ percent }))
      if (still()) {
        show({ percent: 100 })
        onChange({ id: sent.file ?? '', name: whole.name })
      }
      return true
    } catch (failure) {
      const [fault] = (failure instanceof ApiError && failure.problem?.errors) || []
      show({ error: fault ? faultText(fault, i18n) : problemText(failure, i18n) })
      return !still()
    }
  }
  const shown = moving ?? (value ? { id: value.id, name: value.name, size: 0, percent: 100 } : null)
  return (
    <div className="grid gap-1.5">
      <FileDrop
        label={label}
        types={types}
        multiple={false}
        files={shown ? [shown] : []}
        onPick={([first]) => first && wait(send(first))}
        onRemove={() => {
          chosen.current = null
          setMoving(null)
          onChange(null)
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
