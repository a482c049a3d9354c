import { saveFile } from '@zabuni/api/download'
import { isLanguage, useTranslation } from '@zabuni/i18n'
import { ActButton } from '@zabuni/ui/act'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { DownloadIcon } from 'lucide-react'
import type { Language } from './queries.ts'
import type { Kind } from './slots.ts'

const tones: Record<Kind, Tone> = {
  award: 'ok',
  success: 'ok',
  regret: 'neutral',
  custom: 'info',
  dd: 'info',
}

/** The kind of a letter in a word. */
export const KindBadge = ({ kind }: { kind: Kind }) => {
  const { t } = useTranslation('letters')
  return <Badge tone={tones[kind]}>{t(`kinds.${kind}`)}</Badge>
}

/** The reader's language as one that letters can be written in. */
export const useLetterLanguage = (): Language => {
  const { i18n } = useTranslation()
  return isLanguage(i18n.language) ? i18n.language : 'en'
}

/** Fetches a document with the session and hands it over as a file. */
export const DownloadButton = ({ read, name }: { read: () => Promise<Blob>; name: string }) => {
  const { t } = useTranslation('letters')
  return (
    <ActButton
      act={async () => saveFile(await read(), name)}
      icon={<DownloadIcon aria-hidden="true" size={16} />}
    >
      {t('actions.download')}
    </ActButton>
  )
}
