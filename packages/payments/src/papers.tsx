import { saveFile } from '@zabuni/api/download'
import type { Schemas } from '@zabuni/api/supplier'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { ActButton } from '@zabuni/ui/act'
import { FileTextIcon } from 'lucide-react'

/** A receipt or a credit note, as lists name it. */
export type PaperOf = Schemas['PaymentReceipt']

/** Takes a paper home, in the language that the screen is read in. */
export const Papers = ({
  papers,
  fetch,
}: {
  papers: PaperOf[]
  fetch: (id: string, language: ReturnType<typeof languageOf>) => Promise<Blob>
}) => {
  const { t, i18n } = useTranslation('payments')
  return (
    <ul className="flex flex-wrap gap-2">
      {papers.map((p) => (
        <li key={p.id}>
          <ActButton
            size="sm"
            icon={<FileTextIcon aria-hidden="true" size={14} />}
            act={async () =>
              saveFile(await fetch(p.id, languageOf(i18n.language)), `${p.number}.pdf`)
            }
          >
            {t(`papers.${p.kind}`, { number: p.number })}
          </ActButton>
        </li>
      ))}
    </ul>
  )
}
