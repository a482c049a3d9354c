import { saveFile } from '@zabuni/api/download'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { Card } from '@zabuni/ui/card'
import { DownloadIcon } from 'lucide-react'
import type { Contract } from '../queries.ts'

type Props = {
  papers: Contract['pack']
  /** The bytes of one of them. */
  fetch: (position: number) => Promise<Blob>
}

/** The papers by which the award of a contract binds its winner, each with its sum. */
export const Pack = ({ papers, fetch }: Props) => {
  const { t, i18n } = useTranslation('contracts')
  if (!papers.length) return null
  return (
    <Card title={t('pack.title')} flush>
      <p className="border-b border-line px-4 py-2.5 text-sm text-ink-2">{t('pack.note')}</p>
      <ul className="divide-y divide-line">
        {papers.map((p) => {
          const name = t(`pack.${p.kind}`)
          return (
            <li
              key={p.position}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 text-sm"
            >
              <span className="grid min-w-0 gap-0.5">
                <span className="font-medium">{name}</span>
                <span className="text-xs break-all text-ink-3">
                  {formatBytes(p.size, i18n.language)}
                  {' · SHA-256 '}
                  {p.sum}
                </span>
              </span>
              <ActButton
                size="sm"
                icon={<DownloadIcon size={15} />}
                aria-label={t('pack.take', { name })}
                act={async () => saveFile(await fetch(p.position), p.name)}
              >
                {t('making.download')}
              </ActButton>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
