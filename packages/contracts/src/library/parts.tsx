import { useHere } from '@zabuni/activities/ui/here'
import { saveFile } from '@zabuni/api/download'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { TextLink } from '@zabuni/ui/text-link'
import { DownloadIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { RichView } from '../rich/view.tsx'
import { PAPERS, RISKS, type Risk, type Version } from './queries.ts'

/** How much a buyer gives away where a clause is changed, in a word. */
export const RiskBadge = ({ risk }: { risk: Risk }) => {
  const { t } = useTranslation('contracts')
  return <Badge tone={RISKS[risk]}>{t(`risks.${risk}`)}</Badge>
}

/** A text on paper, as PDF and for word processors. */
export const Papers = ({
  name,
  fetch,
}: {
  name: string
  fetch: (as: (typeof PAPERS)[number]) => Promise<Blob>
}) => {
  const { t } = useTranslation('contracts')
  return PAPERS.map((as) => (
    <ActButton
      key={as}
      icon={<DownloadIcon size={15} />}
      act={async () => saveFile(await fetch(as), `${name}.${as}`)}
    >
      {t(`papers.${as}`)}
    </ActButton>
  ))
}

/** Places of a text that name no field: they hinder nobody in writing on. */
export const Strangers = ({ names }: { names: readonly string[] }) => {
  const { t } = useTranslation('contracts')
  return names.length ? (
    <Banner tone="warn">
      {t('library.strangers', { names: names.map((n) => `{${n}}`).join(', ') })}
    </Banner>
  ) : null
}

/** The versions of a clause or a template; each can be read. */
export const Versions = ({ of, shown }: { of: readonly Version[]; shown: number }) => {
  const { t } = useTranslation('contracts')
  return (
    <Card title={t('library.versions')}>
      <ol className="grid gap-2 text-sm">
        {of.map((v) => (
          <li key={v.number} className="grid gap-0.5">
            <span className="flex items-center gap-2">
              {v.number === shown ? (
                <strong>{t('library.version', { number: v.number })}</strong>
              ) : (
                <TextLink to={`?version=${v.number}`}>
                  {t('library.version', { number: v.number })}
                </TextLink>
              )}
            </span>
            <span className="text-xs text-ink-3">
              {v.by
                ? t('library.writtenBy', { name: v.by, at: formatMoment(v.created_at, ownZone()) })
                : formatMoment(v.created_at, ownZone())}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Two wrote at once: what the other wrote, beside what is typed here, which stays as it is. */
export const Overtaken = ({
  version,
  title,
  text,
  children,
}: {
  version: number
  title: string
  text: string
  children?: ReactNode
}) => {
  const { t } = useTranslation('contracts')
  return (
    <Card title={t('library.theirs', { version })}>
      <div className="grid gap-3">
        <Banner tone="warn">{t('library.theirsBody')}</Banner>
        <h3 className="font-semibold">{title}</h3>
        <RichView text={text} />
        {children}
      </div>
    </Card>
  )
}

/** Whether this person writes on a shelf: the platform's is the operator's alone. */
export const useMine = (shelf: 'ours' | 'platform'): boolean => {
  const { desk } = useHere()
  return mayI('MANAGE_DOCUMENTS') && (desk === 'operator' || shelf === 'ours')
}
