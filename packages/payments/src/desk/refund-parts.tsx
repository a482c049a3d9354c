import { data } from '@zabuni/api/client'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { FileDrop } from '@zabuni/ui/file-drop'
import { useRef, useState } from 'react'
import { addEvidence, type RefundSum } from './queries.ts'

/** As the server takes them. */
const MAX_EVIDENCE = 5 * 1024 * 1024
const TYPES = ['pdf', 'jpg', 'jpeg', 'png']

/** Says in words how many orders give back how much. */
export const useSums = () => {
  const { t, i18n } = useTranslation('payments')
  return (sums: readonly RefundSum[]) =>
    sums
      .map((s) =>
        t('back.sum', {
          count: s.orders,
          amount: formatMoney(s.amount.value, s.amount.currency, i18n.language),
        }),
      )
      .join(', ')
}

/** A document for what a person says, kept once however often it is sent. */
export const useEvidence = () => {
  const [file, setFile] = useState<File>()
  const kept = useRef<{ file: File; id: string }>(undefined)
  return {
    file,
    setFile,
    keep: async () => {
      if (file && kept.current?.file !== file)
        kept.current = { file, id: (await data(addEvidence(file))).evidence_id }
      return file ? kept.current?.id : undefined
    },
  }
}

/** Where the document is dropped. */
export const EvidenceField = ({
  file,
  error,
  onPick,
  optional,
}: {
  file: File | undefined
  error: string | undefined
  onPick: (file: File | undefined) => void
  optional?: boolean
}) => {
  const { t } = useTranslation('payments')
  return (
    <div className="grid gap-1">
      <FileDrop
        label={t(optional ? 'desk.line.evidenceOptional' : 'desk.line.evidence')}
        types={TYPES}
        maxBytes={MAX_EVIDENCE}
        multiple={false}
        files={file ? [{ id: 'evidence', name: file.name, size: file.size }] : []}
        onPick={([picked]) => onPick(picked)}
        onRemove={() => onPick(undefined)}
      />
      {error ? (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      ) : null}
    </div>
  )
}
