import { saveFile } from '@zabuni/api/download'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ProgressBar } from '@zabuni/ui/progress'
import { toast } from '@zabuni/ui/toast'
import { DownloadIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { file, type Membership, type Profile, type Version } from './queries.ts'

/** A day of the wire, as people write it. */
export const dayText = (day: string | undefined): string => (day ? formatDate(`${day}T00:00`) : '–')
/** Whether a paper holds, and how long still. */
export const ExpiryBadge = ({ version }: { version: Version }) => {
  const { t } = useTranslation('suppliers')
  const tone = { valid: 'ok', expiring: 'warn', expired: 'bad' } as const
  const text =
    version.state === 'expiring'
      ? version.days
        ? t('state.expiring', { count: version.days })
        : t('state.today')
      : t(`state.${version.state}`)
  return <Badge tone={tone[version.state]}>{text}</Badge>
}

const tones: Record<Membership['status'], Tone> = {
  pending: 'warn',
  validated: 'ok',
  rejected: 'bad',
  withdrawn: 'neutral',
  replaced: 'neutral',
  expired: 'bad',
}
/** What became of an application. */
export const MembershipBadge = ({ status }: { status: Membership['status'] }) => {
  const { t } = useTranslation('suppliers')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}

/** Fetches a file of a profile and hands it to the person. */
export const DownloadButton = ({
  company,
  id,
  name,
}: {
  company: string
  id: string
  name: string
}) => {
  const { t, i18n } = useTranslation('suppliers')
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="sm"
      busy={busy}
      icon={<DownloadIcon aria-hidden="true" size={14} />}
      aria-label={t('documents.downloadName', { name })}
      onClick={() => {
        setBusy(true)
        file(company, id)
          .then((bytes) => saveFile(bytes, name))
          .catch((error) => toast('bad', problemText(error, i18n)))
          .finally(() => setBusy(false))
      }}
    >
      {t('documents.download')}
    </Button>
  )
}

/** How complete a profile is, with the way to each thing that is missing. */
export const Meter = ({ profile, base }: { profile: Profile; base: string }) => {
  const { t } = useTranslation('suppliers')
  return (
    <Card title={t('meter.title')}>
      <div className="grid gap-3">
        <p className="tabular text-2xl font-semibold">
          {t('meter.percent', { percent: profile.complete })}
        </p>
        <ProgressBar label={t('meter.title')} percent={profile.complete} />
        {profile.missing.length ? (
          <>
            <p className="text-sm text-ink-2">{t('meter.missing')}</p>
            <ul className="grid gap-0.5 text-sm">
              {profile.missing.map((item) => (
                <li key={item.key}>
                  <Link
                    to={`${base}?part=${item.part}`}
                    className="flex min-h-7 items-center justify-between gap-3 rounded-sm max-sm:min-h-11"
                  >
                    <span className="text-brand underline underline-offset-2">
                      {t(`meter.${item.key}`)}
                    </span>
                    <span className="tabular text-xs text-ink-3">+{item.weight}%</span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="text-sm text-ink-2">{t('meter.done')}</p>
        )}
      </div>
    </Card>
  )
}

/** A company's logo, or its initials. */
export const Logo = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('suppliers')
  const [src, setSrc] = useState<string>()
  const { id, logo } = profile
  useEffect(() => {
    if (!logo) return setSrc(undefined)
    let url = ''
    let gone = false
    file(id, logo)
      .then((bytes) => {
        if (gone) return
        url = URL.createObjectURL(bytes)
        setSrc(url)
      })
      // Without its picture a company still has its initials.
      .catch(() => setSrc(undefined))
    return () => {
      gone = true
      URL.revokeObjectURL(url)
    }
  }, [id, logo])
  return src ? (
    <img
      src={src}
      alt={t('company.logoAlt', { name: profile.name })}
      className="size-16 rounded-lg border border-line bg-white object-contain"
    />
  ) : (
    <span
      aria-hidden="true"
      className="grid size-16 shrink-0 place-items-center rounded-lg bg-sunken text-lg font-semibold text-ink-2"
    >
      {profile.initials}
    </span>
  )
}

/** The latest version of each paper. */
export const latest = (profile: Profile): Partial<Record<Version['kind'], Version>> => {
  const out: Partial<Record<Version['kind'], Version>> = {}
  for (const v of profile.documents) out[v.kind] ??= v
  return out
}
/** The papers, in the order of the form. */
export const KINDS = ['registration', 'tax_compliance', 'trading_licence'] as const
